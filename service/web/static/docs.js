// Shows the contract; what is tried out is asked of the service that the page came from.
const contract = await (await fetch("/openapi.json")).json();
contract.servers = [{ url: window.location.origin, description: "The service that this page came from." }];
window.SwaggerUIBundle({
  spec: contract,
  dom_id: "#contract",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  syntaxHighlight: { activated: false },
  tryItOutEnabled: true,
  validatorUrl: null,
});

# Both images for both architectures: docker buildx bake --push, with REGISTRY=registry.example.org/team
variable "REGISTRY" { default = "" }
variable "VERSION" { default = "0.3.0" }
variable "COMMIT" { default = "" }
variable "NODE_IMAGE" { default = "node:26-trixie-slim" }
variable "CADDY_IMAGE" { default = "caddy:2.11-alpine" }

group "default" { targets = ["loggia", "caddy"] }

target "common" {
  platforms = ["linux/amd64", "linux/arm64"]
  args      = { NODE_IMAGE = NODE_IMAGE, CADDY_IMAGE = CADDY_IMAGE, COMMIT = COMMIT }
  attest    = ["type=provenance,mode=max", "type=sbom"]
}

target "loggia" {
  inherits = ["common"]
  target   = "loggia"
  tags     = ["${REGISTRY == "" ? "" : "${REGISTRY}/"}loggia:${VERSION}"]
}

target "caddy" {
  inherits = ["common"]
  target   = "caddy"
  tags     = ["${REGISTRY == "" ? "" : "${REGISTRY}/"}loggia-caddy:${VERSION}"]
}

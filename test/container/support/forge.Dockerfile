# What serves repositories over SSH and HTTPS in a test: the programs of Debian, as a forge has them.
FROM node:26-trixie-slim
RUN apt-get update && apt-get install --yes --no-install-recommends git openssh-server
# The user 1000 has no password and is not locked out for that.
RUN usermod --password '*' node \
	&& mkdir -p /run/sshd \
	&& ssh-keygen -q -t ed25519 -N '' -f /client-key \
	&& install -D -m 644 /client-key.pub /home/node/.ssh/authorized_keys
COPY forge.mjs /forge.mjs
CMD ["node", "/forge.mjs"]

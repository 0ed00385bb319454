# Programs of this machine, where the images of deploy/monitoring.yaml have them: no registry is asked.
ARG NODE_IMAGE=node:26-trixie-slim
FROM ${NODE_IMAGE} AS base
RUN install -d -o 65534 -g 65534 /prometheus /alertmanager
USER 65534:65534

FROM base AS prometheus
COPY prometheus /bin/prometheus
ENTRYPOINT ["/bin/prometheus"]

FROM base AS alertmanager
COPY prometheus-alertmanager /bin/alertmanager
# Debian's program reads them from there.
COPY templates /usr/share/prometheus/alertmanager
ENTRYPOINT ["/bin/alertmanager"]

FROM base AS blackbox
COPY prometheus-blackbox-exporter /bin/blackbox_exporter
COPY blackbox.yml /etc/blackbox_exporter/config.yml
ENTRYPOINT ["/bin/blackbox_exporter"]
CMD ["--config.file=/etc/blackbox_exporter/config.yml"]

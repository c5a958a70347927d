{{/*
The processes: what each is called with, the secrets that it must have, and where it answers. A test
holds this table against the declarations of the settings.
*/}}
{{- define "sekimori.processes" -}}
portal:
  args: [portal]
  port: 3000
  graceSeconds: 45
  secrets: [PORTAL_SECRET, PORTAL_LOOKUP_SECRET, PORTAL_DATA_KEYS, DATABASE_URL, SMTP_URL, PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET]
  directSecret: DATABASE_DIRECT_URL
  origin: PORTAL_ORIGIN
worker:
  args: [worker]
  graceSeconds: 120
  secrets: [PORTAL_SECRET, PORTAL_LOOKUP_SECRET, PORTAL_DATA_KEYS, DATABASE_URL, SMTP_URL, PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET]
  directSecret: DATABASE_DIRECT_URL
  queueSecret: DATABASE_URL
karte:
  args: [karte, --only, web]
  port: 3001
  graceSeconds: 45
  secrets: [KARTE_SECRET, KARTE_CLIENT_SECRET, KARTE_DATA_KEYS, KARTE_DATABASE_URL, SMTP_URL]
  directSecret: KARTE_DATABASE_DIRECT_URL
  origin: KARTE_ORIGIN
karteWorker:
  args: [karte, --only, worker]
  graceSeconds: 120
  secrets: [KARTE_SECRET, KARTE_CLIENT_SECRET, KARTE_DATA_KEYS, KARTE_DATABASE_URL, SMTP_URL]
  directSecret: KARTE_DATABASE_DIRECT_URL
  queueSecret: KARTE_DATABASE_URL
  # It examines what customers name, at any port.
  callsEverywhere: true
console:
  args: [console]
  port: 3004
  portSetting: CONSOLE_PORT
  graceSeconds: 45
  secrets: [PORTAL_SECRET, PORTAL_LOOKUP_SECRET, PORTAL_DATA_KEYS, DATABASE_URL, SMTP_URL, PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET, CONSOLE_CLIENT_SECRET]
  directSecret: DATABASE_DIRECT_URL
  origin: CONSOLE_ORIGIN
integration:
  args: [integration]
  port: 3005
  portSetting: INTEGRATION_PORT
  graceSeconds: 45
  secrets: [PORTAL_SECRET, PORTAL_LOOKUP_SECRET, PORTAL_DATA_KEYS, DATABASE_URL, SMTP_URL, PAYMENT_SECRET_KEY, PAYMENT_WEBHOOK_SECRET, INTEGRATION_CLIENT_SECRET]
  directSecret: DATABASE_DIRECT_URL
  origin: INTEGRATION_ORIGIN
{{- end }}

{{/* The hooks: whose database, and the role that is granted its rows. */}}
{{- define "sekimori.applications" -}}
portal:
  secret: DATABASE_OWNER_URL
  role: {{ .Values.database.role }}
karte:
  secret: KARTE_DATABASE_OWNER_URL
  role: {{ .Values.database.karteRole }}
{{- end }}

{{/* The name of a process's objects: sekimori-karte-worker. */}}
{{- define "sekimori.name" -}}
{{ .root.Release.Name }}-{{ kebabcase .name }}
{{- end }}

{{- define "sekimori.selector" -}}
app.kubernetes.io/name: sekimori
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ kebabcase .name }}
{{- end }}

{{- define "sekimori.labels" -}}
{{ include "sekimori.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ .root.Chart.Name }}-{{ .root.Chart.Version }}
{{- end }}

{{- define "sekimori.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end }}

{{/* Of a pod: who it is, and that it has no right. */}}
{{- define "sekimori.pod" -}}
automountServiceAccountToken: false
enableServiceLinks: false
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  runAsUser: 10001
  runAsGroup: 10001
  fsGroup: 10001
  seccompProfile:
    type: RuntimeDefault
{{- end }}

{{- define "sekimori.container" -}}
image: {{ include "sekimori.image" . | quote }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  runAsNonRoot: true
  capabilities:
    drop: [ALL]
{{- end }}

{{/* Settings as variables; what the chart itself decides stands elsewhere. */}}
{{- define "sekimori.settings" -}}
{{- range $name, $value := . }}
- name: {{ $name }}
  value: {{ $value | toString | quote }}
{{- end }}
{{- end }}

{{/* Where every pod finds secrets, and the authority of the database. */}}
{{- define "sekimori.places" -}}
- name: CREDENTIALS_DIRECTORY
  value: /run/secrets/sekimori
{{- if .Values.database.ca.existingConfigMap }}
- name: NODE_EXTRA_CA_CERTS
  value: /run/authority/ca.crt
{{- end }}
{{- end }}

{{- define "sekimori.mounts" -}}
- name: secrets
  mountPath: /run/secrets/sekimori
  readOnly: true
{{- if .Values.database.ca.existingConfigMap }}
- name: authority
  mountPath: /run/authority
  readOnly: true
{{- end }}
{{- end }}

{{- define "sekimori.authority" -}}
{{- with .Values.database.ca }}
{{- if .existingConfigMap }}
- name: authority
  configMap:
    name: {{ .existingConfigMap }}
    items:
      - key: {{ .key }}
        path: ca.crt
{{- end }}
{{- end }}
{{- end }}

{{/* The way to the database, and to names. */}}
{{- define "sekimori.databaseEgress" -}}
- ports:
    {{- range .Values.database.ports }}
    - port: {{ . }}
      protocol: TCP
    {{- end }}
  {{- with .Values.database.networks }}
  to:
    {{- range . }}
    - ipBlock:
        cidr: {{ . }}
    {{- end }}
  {{- end }}
# Names are looked up.
- ports:
    - port: 53
      protocol: UDP
    - port: 53
      protocol: TCP
{{- end }}

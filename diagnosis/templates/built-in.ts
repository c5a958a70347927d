import adminerLogin from "./adminer-login.json" with { type: "json" };
import clickhouse from "./clickhouse.json" with { type: "json" };
import gitlabLogin from "./gitlab-login.json" with { type: "json" };
import grafanaLogin from "./grafana-login.json" with { type: "json" };
import jenkinsLogin from "./jenkins-login.json" with { type: "json" };
import jenkinsOpen from "./jenkins-open.json" with { type: "json" };
import jupyterLogin from "./jupyter-login.json" with { type: "json" };
import jupyterOpen from "./jupyter-open.json" with { type: "json" };
import kibanaLogin from "./kibana-login.json" with { type: "json" };
import kibanaOpen from "./kibana-open.json" with { type: "json" };
import kubernetesIngressCertificate from "./kubernetes-ingress-certificate.json" with {
  type: "json",
};
import phpmyadminLogin from "./phpmyadmin-login.json" with { type: "json" };
import portainer from "./portainer.json" with { type: "json" };
import prometheusOpen from "./prometheus-open.json" with { type: "json" };
import rabbitmqLogin from "./rabbitmq-login.json" with { type: "json" };
import stagingCertificate from "./staging-certificate.json" with { type: "json" };
import { readTemplates, type Template } from "./template.ts";
import tomcatManager from "./tomcat-manager.json" with { type: "json" };
import traefikDefaultCertificate from "./traefik-default-certificate.json" with { type: "json" };
import webminLogin from "./webmin-login.json" with { type: "json" };
import wordpress from "./wordpress.json" with { type: "json" };
import wordpressLogin from "./wordpress-login.json" with { type: "json" };
import wordpressPluginAllInOneSeoPack from "./wordpress-plugin-all-in-one-seo-pack.json" with {
  type: "json",
};
import wordpressPluginContactForm7 from "./wordpress-plugin-contact-form-7.json" with {
  type: "json",
};
import wordpressPluginElementor from "./wordpress-plugin-elementor.json" with { type: "json" };
import wordpressPluginEssentialAddonsForElementorLite from "./wordpress-plugin-essential-addons-for-elementor-lite.json" with {
  type: "json",
};
import wordpressPluginJetpack from "./wordpress-plugin-jetpack.json" with { type: "json" };
import wordpressPluginLitespeedCache from "./wordpress-plugin-litespeed-cache.json" with {
  type: "json",
};
import wordpressPluginRevslider from "./wordpress-plugin-revslider.json" with { type: "json" };
import wordpressPluginWoocommerce from "./wordpress-plugin-woocommerce.json" with { type: "json" };
import wordpressPluginWordpressSeo from "./wordpress-plugin-wordpress-seo.json" with {
  type: "json",
};
import wordpressPluginWpFileManager from "./wordpress-plugin-wp-file-manager.json" with {
  type: "json",
};
import wordpressPluginWpformsLite from "./wordpress-plugin-wpforms-lite.json" with { type: "json" };

/** The built-in ones, validated at start. */
export const TEMPLATES: readonly Template[] = readTemplates({
  "adminer-login.json": adminerLogin,
  "clickhouse.json": clickhouse,
  "gitlab-login.json": gitlabLogin,
  "grafana-login.json": grafanaLogin,
  "jenkins-login.json": jenkinsLogin,
  "jenkins-open.json": jenkinsOpen,
  "jupyter-login.json": jupyterLogin,
  "jupyter-open.json": jupyterOpen,
  "kibana-login.json": kibanaLogin,
  "kibana-open.json": kibanaOpen,
  "kubernetes-ingress-certificate.json": kubernetesIngressCertificate,
  "phpmyadmin-login.json": phpmyadminLogin,
  "portainer.json": portainer,
  "prometheus-open.json": prometheusOpen,
  "rabbitmq-login.json": rabbitmqLogin,
  "staging-certificate.json": stagingCertificate,
  "tomcat-manager.json": tomcatManager,
  "traefik-default-certificate.json": traefikDefaultCertificate,
  "webmin-login.json": webminLogin,
  "wordpress-login.json": wordpressLogin,
  "wordpress-plugin-all-in-one-seo-pack.json": wordpressPluginAllInOneSeoPack,
  "wordpress-plugin-contact-form-7.json": wordpressPluginContactForm7,
  "wordpress-plugin-elementor.json": wordpressPluginElementor,
  "wordpress-plugin-essential-addons-for-elementor-lite.json":
    wordpressPluginEssentialAddonsForElementorLite,
  "wordpress-plugin-jetpack.json": wordpressPluginJetpack,
  "wordpress-plugin-litespeed-cache.json": wordpressPluginLitespeedCache,
  "wordpress-plugin-revslider.json": wordpressPluginRevslider,
  "wordpress-plugin-woocommerce.json": wordpressPluginWoocommerce,
  "wordpress-plugin-wordpress-seo.json": wordpressPluginWordpressSeo,
  "wordpress-plugin-wp-file-manager.json": wordpressPluginWpFileManager,
  "wordpress-plugin-wpforms-lite.json": wordpressPluginWpformsLite,
  "wordpress.json": wordpress,
});

/** Labels that organisations often use, tried below a proved domain; our own collection. */
export const WORD_LIST: readonly string[] = `
www www1 www2 web m mobile sp en ja jp global corp company info
mail mail2 smtp imap pop mx webmail owa exchange autodiscover autoconfig mta-sts lists newsletter
ns ns1 ns2 dns ntp
api api-dev api-stg graphql ws gateway gw edge cdn static assets img images media video files file
download dl data storage s3 backup archive
dev develop test test1 test2 stg stage staging qa uat demo sandbox preview beta prod old new legacy tmp
admin manage console control panel cpanel plesk dashboard portal my mypage member members user account
accounts login sso auth id idp adfs ldap
vpn vpn1 vpn2 ssl-vpn sslvpn remote rdp citrix firewall fw proxy bastion ssh ftp sftp
git gitlab github svn repo registry docker nexus jenkins ci build deploy sonar
jira confluence wiki redmine backlog docs help support helpdesk faq status
monitor zabbix nagios grafana prometheus kibana elastic log logs sentry
db db1 mysql postgres phpmyadmin redis mongo cache rabbitmq
blog news press event events campaign cp lp promo shop store ec cart order pay payment billing crm erp
hr recruit career careers jobs ir
intra intranet extranet internal office partner partners client customer
chat meet conference sip voip pbx lms learning edu
app apps app1 cloud k8s server1 vcenter nas map search form forms survey analytics link redirect
secure ssl lb origin
`
  .trim()
  .split(/\s+/);

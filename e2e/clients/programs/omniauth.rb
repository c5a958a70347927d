# frozen_string_literal: true

# OmniAuth, as Rails applications sign in with it. Its strategy cannot do PKCE, so it is registered
# as one that may leave it out; the secret and the nonce bind the code instead.
require "cgi"
require "json"
require "net/http"
require "omniauth"
require "omniauth_openid_connect"
require "rack"
require "rack/handler/webrick"
require "rack/protection"
require "rack/session/pool"

ISSUER = ENV.fetch("ISSUER")
ORIGIN = ENV.fetch("ORIGIN")
CLIENT_ID = ENV.fetch("CLIENT_ID")
PORTAL = URI(ISSUER)
LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"

OPTIONS = {
  identifier: CLIENT_ID,
  secret: ENV.fetch("CLIENT_SECRET"),
  redirect_uri: "#{ORIGIN}/callback",
  scheme: PORTAL.scheme,
  host: PORTAL.host,
  port: PORTAL.port,
  authorization_endpoint: "#{PORTAL.path}/authorize",
  token_endpoint: "#{PORTAL.path}/token",
  userinfo_endpoint: "#{PORTAL.path}/me",
  jwks_uri: "#{ISSUER}/jwks"
}.freeze

# What the portal said of each of its sessions, by their ids.
SESSIONS = {}

def show(page)
  [200, { "content-type" => "text/html; charset=utf-8" }, [page]]
end

def go(location)
  [302, { "location" => location }, []]
end

def home(request)
  known = SESSIONS[request.session["sid"]]
  if known.nil?
    token = Rack::Protection::AuthenticityToken.token(request.session)
    return show(%(<form method="post" action="/auth/openid_connect">
      <input type="hidden" name="authenticity_token" value="#{token}"><button>Log in</button></form>))
  end
  show(%(<p>Signed in as #{CGI.escapeHTML(known[:name])}</p>
    <a href="/refresh">Refresh</a> <a href="/log-out">Log out</a>))
end

# The strategy has checked state, nonce and the ID token's signature by then.
def callback(request)
  told = request.env["omniauth.auth"]
  id_token = told.credentials.id_token
  sid = JSON::JWT.decode(id_token, :skip_verification)[:sid]
  request.session["sid"] = sid
  SESSIONS[sid] = { name: told.info.name, id_token: id_token, refresh_token: told.credentials.refresh_token }
  go("/")
end

def refresh(request)
  known = SESSIONS.fetch(request.session["sid"])
  client = OpenIDConnect::Client.new(OPTIONS)
  client.refresh_token = known[:refresh_token]
  renewed = client.access_token!
  known[:refresh_token] = renewed.refresh_token
  known[:name] = renewed.userinfo!.name
  show('<p>Refreshed</p><a href="/">Back</a>')
end

def log_out(request)
  known = SESSIONS.delete(request.session.delete("sid"))
  query = { id_token_hint: known[:id_token], post_logout_redirect_uri: ORIGIN }
  go("#{ISSUER}/session/end?#{URI.encode_www_form(query)}")
end

def back_channel_logout(request)
  keys = JSON::JWK::Set.new(JSON.parse(Net::HTTP.get(URI(OPTIONS[:jwks_uri]))))
  told = JSON::JWT.decode(request.params["logout_token"], keys, %i[RS256 ES256])
  is_logout = told.header["typ"] == "logout+jwt" && told["iss"] == ISSUER && told["aud"] == CLIENT_ID &&
    told["events"].key?(LOGOUT_EVENT) && !told.key?("nonce")
  return [400, {}, []] unless is_logout

  SESSIONS.delete(told["sid"])
  [200, { "cache-control" => "no-store" }, []]
end

PAGES = {
  "/" => :home,
  "/callback" => :callback,
  "/refresh" => :refresh,
  "/log-out" => :log_out,
  "/back-channel-logout" => :back_channel_logout
}.freeze

application = Rack::Builder.app do
  use Rack::Session::Pool
  use OmniAuth::Builder do
    provider :openid_connect,
             issuer: ISSUER, scope: %i[openid profile email], callback_path: "/callback", client_options: OPTIONS
  end
  run(lambda do |env|
    request = Rack::Request.new(env)
    page = PAGES[request.path]
    page.nil? ? [404, {}, []] : send(page, request)
  end)
end

Rack::Handler::WEBrick.run(application, Host: "localhost", Port: URI(ORIGIN).port, AccessLog: [])

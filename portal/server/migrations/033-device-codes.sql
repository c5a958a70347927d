-- A person types a device's code (RFC 8628): the request is found by the code's digest.

create index oidc_record_user_code on portal.oidc_record ((payload ->> 'userCode'))
  where model = 'DeviceCode';

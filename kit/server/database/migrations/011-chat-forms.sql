-- Two chats more that are told in their own form.
alter table kit.webhook_endpoint drop constraint webhook_endpoint_form_check;
alter table kit.webhook_endpoint add constraint webhook_endpoint_form_check
  check (form in ('standard', 'slack', 'teams', 'google-chat', 'line-works'));

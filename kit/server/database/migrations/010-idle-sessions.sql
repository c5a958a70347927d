-- When a session was last used, for applications whose sessions end when nobody uses them. Written at
-- most once a minute; null until then, and always where an application asks for no such end.

alter table kit.relying_session add column seen_at timestamptz;

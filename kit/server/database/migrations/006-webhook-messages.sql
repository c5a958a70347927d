-- Whether a message has arrived, or waits still, is asked by its endpoint and its own id.
create index webhook_delivery_message on kit.webhook_delivery (endpoint_id, message_id);

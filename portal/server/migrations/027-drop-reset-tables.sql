-- Resets are portal.reset_request since migration 016; nothing writes or reads these any more.
drop table portal.password_reset;
drop table portal.reset_guess;

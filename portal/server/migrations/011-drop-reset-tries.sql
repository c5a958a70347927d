-- Guesses at a reset's code are counted in portal.reset_guess since migration 010. The version that
-- brought 010 neither reads nor writes this column (its default let it insert without), so it serves
-- on while this runs. An older one writes it with every reset: pass through 010's version first.
alter table portal.password_reset drop column tries;

-- Read in portions by the application: one statement over the whole log ended after twenty seconds.
drop function karte.first_broken_activity();

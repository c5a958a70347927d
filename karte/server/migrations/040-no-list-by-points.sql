-- Findings are listed by priority; by the score's points nobody reads them any more.
drop index karte.finding_by_points;

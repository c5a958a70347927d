create table sample.note (
  id bigint generated always as identity primary key,
  subject text not null,
  text text not null
);

-- Who said that a mailing was sent: an administrator while acting as the user, or the user.
alter table mailings add sent_by uuid references users on delete set null;
update mailings set sent_by = user_id where sent_on is not null;
create index mailings_by_sender on mailings (sent_by) where sent_by <> user_id;

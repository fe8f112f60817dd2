-- Administrators see the host of a webhook alone, so they find it by no more: a search that matched the path would tell
-- it letter by letter. What may stand before the host is a name and a password.
alter table webhooks drop column search_text;
alter table webhooks add column search_text text not null
  generated always as (regexp_replace(lower(url), '^[a-z]+://(?:[^/?#]*@)?([^/?#]*).*$', '\1')) stored;

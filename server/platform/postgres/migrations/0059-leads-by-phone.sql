-- Leads by the values of their contacts: a result of a call marks the number in all leads of its user. Values alone,
-- because whole contacts would add a key for each of their fields to every delivery.
create index order_leads_contacts on order_leads
  using gin (jsonb_path_query_array(contacts, '$[*].value') jsonb_path_ops) where contacts is not null;

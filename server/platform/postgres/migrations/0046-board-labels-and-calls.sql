-- Tags and assignees of leads, and the results of calls.

-- Both kinds are names that the user manages; an assignee has no account.
create table lead_labels (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  kind text not null check (kind in ('TAG', 'ASSIGNEE')),
  name text not null,
  color text not null,
  created_at timestamptz not null
);
create unique index lead_labels_by_name on lead_labels (user_id, kind, lower(name));

-- As the stage, the same in all orders that delivered a lead. No references: deleting a label clears it from the leads.
alter table pipeline_leads add column tag_ids uuid[] not null default '{}';
alter table pipeline_leads add column assignee_id uuid;
create index pipeline_leads_labelled on pipeline_leads (user_id) where is_card and (tag_ids <> '{}' or assignee_id is not null);

-- The former name of the table shows the new columns, too.
create or replace view board_leads as select * from pipeline_leads;

-- A result of a call is an activity with a phone; its text is a note, if any.
alter table lead_activity add column phone text;
alter table lead_activity add column result text;
alter table lead_activity drop constraint lead_activity_kind_check;
alter table lead_activity drop constraint lead_activity_check;
alter table lead_activity drop constraint lead_activity_check1;
alter table lead_activity drop constraint lead_activity_check2;
-- Checked for new rows only, since a check of all would keep the table locked; 0062 checks those of before.
alter table lead_activity
  add constraint lead_activity_kind_check check (kind in ('STAGE', 'NOTE', 'CONTACT')) not valid,
  add constraint lead_activity_deleted_check check (kind <> 'STAGE' or deleted_at is null) not valid,
  add constraint lead_activity_stage_check
    check ((kind = 'STAGE') = (from_stage is not null and to_stage is not null)) not valid,
  add constraint lead_activity_text_check
    check (case kind when 'NOTE' then text is not null when 'STAGE' then text is null else true end) not valid,
  add constraint lead_activity_contact_check
    check ((kind = 'CONTACT') = (phone is not null and result is not null)) not valid;
create index lead_activity_contacts on lead_activity (order_id, property_id, phone, at desc) where kind = 'CONTACT';

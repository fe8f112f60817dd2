-- Checks the rows that 0046 left out. In a transaction of its own, whose locks let rows be read and written meanwhile.
alter table lead_activity
  validate constraint lead_activity_kind_check,
  validate constraint lead_activity_deleted_check,
  validate constraint lead_activity_stage_check,
  validate constraint lead_activity_text_check,
  validate constraint lead_activity_contact_check;

-- Whether the rolls say but the month of a property's last sale. Old rows say a day until their roll is loaded again.

alter table properties
  add column if not exists is_last_sale_month_only Bool after last_sale_date;

-- Plans sold by the year, whose credits are still granted month by month.

alter table plans add column annual_price integer check (annual_price > price);

alter table subscriptions add column interval text not null default 'MONTH' check (interval in ('MONTH', 'YEAR'));

alter table subscription_quotes add column interval text not null default 'MONTH' check (interval in ('MONTH', 'YEAR'));

-- The credits that a payment for a year, or for the rest of one, adds to each later month of that year.
alter table payment_transactions add column monthly_credits integer check (monthly_credits >= 0);

-- The later months of a paid year whose credits were granted: each once, whatever process grants it.
create table subscription_months (
  subscription_id uuid not null references subscriptions,
  month_start timestamptz not null,
  primary key (subscription_id, month_start)
);

create index subscriptions_by_the_year on subscriptions (period_start) where interval = 'YEAR' and status = 'ACTIVE';

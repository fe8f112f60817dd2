-- The ledger as a chain with marks, and its daily check.

-- Each entry is hashed with the one before it of the same account, and the account says how many there are and the hash
-- of the last: what is changed, taken out or cut off shows.
alter table credit_accounts
  add column entry_count bigint not null default 0,
  add column head_hash bytea not null default sha256(''),
  -- A job is added whenever fewer credits than this can be spent; null for nobody who asked.
  add column watch_below bigint check (watch_below > 0),
  -- Somebody who acted as the user has taken it below: no job is added before the next change.
  add column watch_waits boolean not null default false;

alter table credit_entries
  add column seq bigint,
  add column transaction_id uuid,
  -- The change of what goes when it comes back from the hold of the entry's order. A mark that names a payment is of its
  -- refund.
  add column marked bigint not null default 0,
  add column previous_hash bytea,
  add column hash bytea,
  drop constraint credit_entries_type_check,
  drop constraint credit_entries_check,
  add constraint credit_entries_type_check check
    (type in ('GRANT', 'PURCHASE', 'COUPON', 'HOLD', 'CAPTURE', 'RELEASE', 'REFUND', 'EXPIRE', 'ADJUST', 'MARK')),
  add constraint credit_entries_check check (amount <> 0 or held <> 0 or marked <> 0),
  add constraint credit_entries_marked_check check (marked = 0 or order_id is not null);
-- Entries of a user go by their number in the ledger from now on.
drop index credit_entries_user;
create index credit_entries_at on credit_entries (user_id, created_at);

-- What is hashed of an entry: every column in a form that does not depend on settings of the session.
create function credit_entry_text(entry credit_entries) returns text language sql immutable as $$
  select jsonb_build_array(
    entry.user_id, entry.seq, entry.id, entry.type, entry.bucket,
    entry.amount, entry.held, entry.balance_after, entry.held_after,
    entry.order_id, entry.transaction_id, entry.reason, entry.actor,
    (extract(epoch from entry.created_at) * 1000000)::bigint, entry.marked
  )::text
$$;

-- The account is locked by whoever changes it, so its entries come one after another.
create function chain_credit_entry() returns trigger language plpgsql as $$
begin
  update credit_accounts set entry_count = entry_count + 1 where user_id = new.user_id
    returning entry_count, head_hash into new.seq, new.previous_hash;
  new.hash := sha256(new.previous_hash || convert_to(credit_entry_text(new), 'UTF8'));
  update credit_accounts set head_hash = new.hash where user_id = new.user_id;
  return new;
end $$;

-- Entries from before there was a chain are hashed as they stand.
alter table credit_entries disable trigger credit_entries_append_only;
do $$
declare
  entry credit_entries;
  owner uuid;
  count bigint;
  head bytea;
begin
  -- An account is written once, after its last entry: each change of a row leaves a version that the next has to pass.
  for entry in select * from credit_entries order by user_id, id loop
    if entry.user_id is distinct from owner then
      update credit_accounts set entry_count = count, head_hash = head where user_id = owner;
      owner := entry.user_id;
      count := 0;
      head := sha256('');
    end if;
    count := count + 1;
    entry.seq := count;
    entry.previous_hash := head;
    head := sha256(head || convert_to(credit_entry_text(entry), 'UTF8'));
    update credit_entries set seq = entry.seq, previous_hash = entry.previous_hash, hash = head where id = entry.id;
  end loop;
  update credit_accounts set entry_count = count, head_hash = head where user_id = owner;
end $$;
alter table credit_entries enable trigger credit_entries_append_only;
alter table credit_entries
  alter column seq set not null,
  alter column previous_hash set not null,
  alter column hash set not null;
create unique index credit_entries_seq on credit_entries (user_id, seq);
create trigger credit_entries_chain before insert on credit_entries for each row execute function chain_credit_entry();

create index credit_holds_open on credit_holds (user_id, created_at, order_id) where settled_at is null;

-- The ledger is verified once a day. The digest stands for all accounts as they were. A row counts by its seal alone,
-- which is made with the secret of the portal: whoever has nothing but the database cannot say that a day was looked at.
create table ledger_checks (
  day date primary key,
  begun_at timestamptz,
  is_intact boolean,
  accounts bigint,
  entries bigint,
  digest bytea,
  checked_at timestamptz,
  -- When the administrators were told that it had not ended.
  late_at timestamptz,
  seal bytea
);

-- Of an answer whose work is done outside a transaction: who does it, so that one who was thought dead records nothing.
-- `created_at` is then the last sign of life, and in the end when the answer was given.
alter table idempotent_answers add column claim uuid;

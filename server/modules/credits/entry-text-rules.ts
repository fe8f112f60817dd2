/** An entry as the database has it: whole numbers of any size, and the time in seconds with six decimals. */
export type EntryFacts = {
  userId: string
  seq: bigint
  id: bigint
  type: string
  bucket: string
  amount: bigint
  held: bigint
  balanceAfter: bigint
  heldAfter: bigint
  marked: bigint
  orderId: string | null
  transactionId: string | null
  reason: string | null
  actor: string
  epoch: string
}

/**
 * What is hashed of an entry: a list of all its columns, as docs/operations.md says it. The database writes the same by
 * `credit_entry_text`, whose word is not taken for it: whoever owns a database can replace its functions.
 */
export function entryText(entry: EntryFacts): string {
  const { userId, seq, id, type, bucket, amount, held, balanceAfter, heldAfter, marked } = entry
  const texts = [entry.orderId, entry.transactionId, entry.reason, entry.actor].map(quoted)
  const microseconds = entry.epoch.replace('.', '')
  const numbers = [amount, held, balanceAfter, heldAfter]
  const items = [quoted(userId), seq, id, quoted(type), quoted(bucket), ...numbers, ...texts, microseconds, marked]
  return `[${items.join(', ')}]`
}

const quoted = (text: string | null) => JSON.stringify(text)

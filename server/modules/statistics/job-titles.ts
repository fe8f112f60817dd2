/** What each kind of job does, in words; every kind that a worker knows is here. */
const titles = new Map([
  ['fulfil-order', 'Fill an order'],
  ['refresh-dnc', 'Check the numbers of an order again'],
  ['import-dnc-file', 'Import a do-not-call list'],
  ['import-contacts-file', 'Import a file of contacts'],
  ['import-roll', 'Import a roll'],
  ['send-mail', 'Send a mail'],
  ['register-account', 'Make an account that was registered'],
  ['mail-code', 'Mail a code'],
  ['forget-picture', 'Delete a profile picture that nobody has'],
  ['verify-ledger', 'Verify the ledger'],
  ['recount-searches', 'Count the saved searches of a user'],
  ['tell-search-changes', 'Mail what changed of saved searches'],
  ['apply-payment-event', 'Record what the payment provider told'],
  ['balance-below', 'Top up credits'],
  ['finish-refund', 'Finish a refund'],
  ['deliver-sandbox-event', 'Tell of an event of the sandbox'],
])

/** What a kind of job does, in words; its name where it is of another release. */
export const jobTitle = (task: string): string => titles.get(task) ?? task

/** The kinds of job that are known. */
export const titledTasks = (): string[] => [...titles.keys()]

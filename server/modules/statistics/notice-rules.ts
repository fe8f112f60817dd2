import { type Operations, type OperationsNotice, storeNames } from '@dooryard/contract/operations'
import { minuteMs } from '@dooryard/contract/time'
import { plural } from '../../platform/format.ts'

/** A job that has been due for longer has nobody to take it. */
const jobPatienceMs = minuteMs
/** The simplest question takes a millisecond or two; beyond this everything that people wait for is held up. */
const slowMs = 500
/** Beyond this part of the connections one more process of the portal may find none. */
const nearLimit = 0.8

type Known = Omit<Operations, 'notices' | 'versions' | 'server'>

export const noticesOf = (known: Known): OperationsNotice[] => [
  ...known.stores.flatMap(ifDown),
  ...ofWorkers(known),
  ...known.stores.flatMap(ifSlow),
  ...known.stores.flatMap(ifCrowded),
  ...ofOrders(known.orders),
  ...ofJobs(known),
  ...ofMails(known.mails),
  ...ofWebhooks(known.webhooks),
  ...ofRolls(known.rolls),
]

const grave = (kind: OperationsNotice['kind'], message: string) => [{ kind, message, isGrave: true }]
const bearable = (kind: OperationsNotice['kind'], message: string) => [{ kind, message, isGrave: false }]

type Store = Operations['stores'][number]

const ifDown = ({ name, isUp, problem }: Store) =>
  isUp ? [] : grave('STORE_DOWN', `${storeNames[name]} does not answer${problem ? `: ${problem}` : ''}.`)

const ifSlow = ({ name, milliseconds = 0 }: Store) =>
  milliseconds <= slowMs
    ? []
    : bearable('STORE_SLOW', `${storeNames[name]} is slow: the simplest question took ${Math.round(milliseconds)} ms.`)

function ifCrowded({ name, connections }: Store) {
  if (!connections || connections.open < connections.most * nearLimit) return []
  const inUse = `${connections.open} of its ${plural(connections.most, 'connection')}`
  return bearable('CONNECTIONS_NEAR_LIMIT', `${storeNames[name]} has ${inUse} in use. Raise max_connections.`)
}

const ofWorkers = ({ workers }: Known) =>
  workers.length > 0 ? [] : grave('NO_WORKER', 'No worker is running, so no order, import or mail goes on.')

function ofOrders({ putOff }: Known['orders']) {
  if (putOff === 0) return []
  const waiting = `${plural(putOff, 'order')} ${putOff === 1 ? 'waits' : 'wait'}`
  return bearable('ORDERS_PUT_OFF', `${waiting} for the contact provider, which cannot be reached.`)
}

function ofJobs({ at, workers, jobs, mails }: Known) {
  const isLate = jobs.oldestDue !== null && Date.parse(at) - Date.parse(jobs.oldestDue) > jobPatienceMs
  const otherFailures = jobs.failed - mails.failed
  return [
    // Where nobody works, that says it.
    ...(isLate && workers.length > 0
      ? bearable('JOBS_LATE', 'Jobs have been due for more than a minute: the workers do not keep up.')
      : []),
    ...(otherFailures > 0 ? bearable('JOBS_FAILED', `${plural(otherFailures, 'job')} failed for good.`) : []),
  ]
}

const ofMails = ({ failed, way }: Known['mails']) => [
  ...(failed > 0 ? bearable('MAILS_FAILED', `${plural(failed, 'mail')} could not be sent.`) : []),
  ...(way === 'NONE' ? bearable('NO_MAIL_SERVER', 'No mail server is set up, so mails wait: set SMTP_URL.') : []),
]

const ofWebhooks = ({ overdue, failing }: Known['webhooks']) => [
  ...(overdue > 0
    ? bearable('WEBHOOKS_OVERDUE', `${plural(overdue, 'webhook event')} should have been sent a minute ago.`)
    : []),
  ...(failing > 0
    ? bearable('WEBHOOKS_FAILING', `Failing webhooks, or disabled within a day because they failed: ${failing}.`)
    : []),
]

const ofRolls = ({ count, failedImports }: Known['rolls']) => [
  ...(count === 0 ? bearable('NO_ROLL', 'No roll is imported, so searches find nothing. Import one under Data.') : []),
  ...(failedImports > 0 ? bearable('IMPORTS_FAILED', `${plural(failedImports, 'import')} of rolls failed.`) : []),
]

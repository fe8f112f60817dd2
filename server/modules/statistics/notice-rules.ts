import { type Operations, type OperationsNotice, storeLabels } from '@dooryard/contract/admin/operations'
import { minuteMs } from '@dooryard/contract/api/time'
import { pluralize } from '../../platform/util/format.ts'

/** A job that is due for longer has no worker. */
const jobOverdueMs = minuteMs
/** The simplest query takes a millisecond or two; beyond this, users notice. */
const slowStoreMs = 500
/** Above this share of the connections, another process may get none. */
const connectionLimitRatio = 0.8

type OperationsState = Omit<Operations, 'notices' | 'versions' | 'server'>

export const buildNotices = (state: OperationsState): OperationsNotice[] => [
  ...state.stores.flatMap(getDownNotice),
  ...getWorkerNotices(state),
  ...state.stores.flatMap(getSlowNotice),
  ...state.stores.flatMap(getConnectionNotice),
  ...getOrderNotices(state.orders),
  ...getJobNotices(state),
  ...getMailNotices(state.mails),
  ...getWebhookNotices(state.webhooks),
  ...getRollNotices(state.rolls),
]

const criticalNotice = (kind: OperationsNotice['kind'], message: string) => [{ kind, message, isGrave: true }]
const warningNotice = (kind: OperationsNotice['kind'], message: string) => [{ kind, message, isGrave: false }]

type StoreState = Operations['stores'][number]

const getDownNotice = ({ name, isUp, problem }: StoreState) =>
  isUp ? [] : criticalNotice('STORE_DOWN', `${storeLabels[name]} does not answer${problem ? `: ${problem}` : ''}.`)

const getSlowNotice = ({ name, milliseconds = 0 }: StoreState) =>
  milliseconds <= slowStoreMs
    ? []
    : warningNotice(
        'STORE_SLOW',
        `${storeLabels[name]} is slow: the simplest question took ${Math.round(milliseconds)} ms.`,
      )

function getConnectionNotice({ name, connections }: StoreState) {
  if (!connections || connections.open < connections.most * connectionLimitRatio) return []
  const inUse = `${connections.open} of its ${pluralize(connections.most, 'connection')}`
  return warningNotice('CONNECTIONS_NEAR_LIMIT', `${storeLabels[name]} has ${inUse} in use. Raise max_connections.`)
}

const getWorkerNotices = ({ workers }: OperationsState) =>
  workers.length > 0
    ? []
    : criticalNotice('NO_WORKER', 'No worker is running, so no order, import or mail is processed.')

function getOrderNotices({ putOff: deferred }: OperationsState['orders']) {
  if (deferred === 0) return []
  const waiting = `${pluralize(deferred, 'order')} ${deferred === 1 ? 'waits' : 'wait'}`
  return warningNotice('ORDERS_PUT_OFF', `${waiting} for the contact provider, which cannot be reached.`)
}

function getJobNotices({ at, workers, jobs, mails }: OperationsState) {
  const isLate = jobs.oldestDue !== null && Date.parse(at) - Date.parse(jobs.oldestDue) > jobOverdueMs
  const otherFailures = jobs.failed - mails.failed
  return [
    // Without workers, the notice about them says it.
    ...(isLate && workers.length > 0
      ? warningNotice('JOBS_LATE', 'Jobs have been due for more than a minute: the workers do not keep up.')
      : []),
    ...(otherFailures > 0 ? warningNotice('JOBS_FAILED', `${pluralize(otherFailures, 'job')} failed for good.`) : []),
  ]
}

const getMailNotices = ({ failed, way }: OperationsState['mails']) => [
  ...(failed > 0 ? warningNotice('MAILS_FAILED', `${pluralize(failed, 'mail')} could not be sent.`) : []),
  ...(way === 'NONE' ? warningNotice('NO_MAIL_SERVER', 'No mail server is set up, so mails wait: set SMTP_URL.') : []),
]

const getWebhookNotices = ({ overdue, failing }: OperationsState['webhooks']) => [
  ...(overdue > 0
    ? warningNotice('WEBHOOKS_OVERDUE', `${pluralize(overdue, 'webhook event')} should have been sent a minute ago.`)
    : []),
  ...(failing > 0
    ? warningNotice('WEBHOOKS_FAILING', `Failing webhooks, or disabled within a day because they failed: ${failing}.`)
    : []),
]

const getRollNotices = ({ count, failedImports }: OperationsState['rolls']) => [
  ...(count === 0
    ? warningNotice('NO_ROLL', 'No roll is imported, so searches find nothing. Import one under Data.')
    : []),
  ...(failedImports > 0
    ? warningNotice('IMPORTS_FAILED', `${pluralize(failedImports, 'import')} of rolls failed.`)
    : []),
]

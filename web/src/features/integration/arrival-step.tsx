import type { ApiKey } from '@dooryard/contract/api-keys'
import type { ListedOrder } from '@dooryard/contract/order'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { sentenceFor } from '../../lib/errors.ts'
import { formatAgo, formatNumber, plural } from '../../lib/format.ts'
import { stepWords } from '../../lib/order-words.ts'
import { StatusBadge, Tag } from '../../ui/display/badges.tsx'
import { Notice } from '../../ui/display/panel.tsx'
import { watchedKey } from './guide.data.ts'
import classes from './guide.module.css'

type LastCall = NonNullable<ApiKey['lastCall']>

const mostShown = 5

/** The server's time, a second at a time. */
function useNow(): number {
  const [now, setNow] = useState(serverNow)
  useEffect(() => {
    const ticking = setInterval(() => setNow(serverNow()), 1_000)
    return () => clearInterval(ticking)
  }, [])
  return now
}

function agoWords(at: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(at)) / 1_000))
  return seconds < 60 ? `${plural(seconds, 'second')} ago` : formatAgo(Date.parse(at), now)
}

const callWords = ({ method, path, status }: LastCall) => `${method} ${path} answered ${status}`

function CallLine({ call, now }: { call: LastCall; now: number }) {
  const { method, path, status, at } = call
  return (
    <li className={classes.arrival}>
      <code>
        {method} {path}
      </code>
      <span>
        answered <Tag tone={status < 400 ? 'good' : 'bad'}>{status}</Tag>,{' '}
        <span className={classes.ago}>{agoWords(at, now)}</span>
      </span>
    </li>
  )
}

function Waiting() {
  return (
    <p className={classes.waiting}>
      <span aria-hidden="true" />
      Waiting for your first call…
    </p>
  )
}

/** The last call of a key at each look, the newest first, and how many there were: between two looks there can be more. */
function Calls({ keyId }: { keyId: string }) {
  const { data, error } = useQuery(watchedKey(keyId))
  const now = useNow()
  const [seen, setSeen] = useState<LastCall[]>([])
  const last = data?.lastCall
  if (last && last.at !== seen[0]?.at) setSeen([last, ...seen].slice(0, mostShown))
  const today = data?.usage.find(({ day }) => day === new Date(now).toISOString().slice(0, 10))
  return (
    <>
      {seen.length === 0 ? (
        <Waiting />
      ) : (
        <ul className={classes.arrivals} aria-label="Calls">
          {seen.map((call) => (
            <CallLine key={call.at} call={call} now={now} />
          ))}
        </ul>
      )}
      <span className="visually-hidden" role="status">
        {seen[0] && callWords(seen[0])}
      </span>
      {error && <Notice tone="bad">{sentenceFor(error)}</Notice>}
      {today && (
        <p className={classes.dim}>
          {plural(today.calls, 'call')} with this key today (UTC), {formatNumber(today.refused)} of them refused.
        </p>
      )}
    </>
  )
}

/** What has become of an order so far. */
function outcomeOf({
  userFacingStatus,
  internalStatus,
  deliveredQuantity,
  creditsCaptured,
  failureReason,
}: ListedOrder) {
  if (userFacingStatus === 'COMPLETED')
    return `${plural(deliveredQuantity, 'lead')} delivered for ${plural(creditsCaptured, 'credit')}.`
  return userFacingStatus === 'FAILED' ? (failureReason ?? 'It failed.') : `${stepWords[internalStatus]}…`
}

function OrderCard({ order }: { order: ListedOrder }) {
  const { id, campaignId = '', orderName, userFacingStatus } = order
  return (
    <section className={classes.order} aria-label="The newest order of this guide">
      <p className={classes.dim}>The newest order of this guide</p>
      <div className={classes.orderHead}>
        <Link to="/portal/campaigns/$campaignId/orders/$orderId" params={{ campaignId, orderId: id }}>
          {orderName}
        </Link>
        <StatusBadge status={userFacingStatus} />
      </div>
      <p className={classes.dim} role="status">
        {outcomeOf(order)}
      </p>
    </section>
  )
}

/** Shows the last call of a key at each look, and the order that came of it. */
export function ArrivalStep({ keyId, order }: { keyId: string | undefined; order: ListedOrder | undefined }) {
  if (!keyId) return <p className={classes.dim}>Make or choose a key, and what is called with it shows here.</p>
  return (
    <>
      <Calls key={keyId} keyId={keyId} />
      {order && <OrderCard order={order} />}
      <p className={classes.dim}>
        This is the last call at each look, every two seconds. Calls between two looks are in the count alone.
      </p>
    </>
  )
}

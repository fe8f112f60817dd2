import type { ListedSavedSearch } from '@dooryard/contract/properties/saved-searches'
import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { OrderLink } from '../../entities/order/order-link.tsx'
import { formatDay, formatNumber, pluralize } from '../../lib/format/format.ts'
import { orderStepLabels } from '../../lib/labels/order-labels.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { AnchorLink } from '../../ui/display/links.tsx'
import { Panel } from '../../ui/display/panel.tsx'
import { QueryContent } from '../../ui/feedback/query-content.tsx'
import { PlainList } from '../../ui/layout/plain-list.tsx'
import { changedSearchesQuery, useWaitingOrders, type WaitingOrder } from './today.data.ts'
import classes from './today.module.css'

/** The content of a panel without news. */
export const Nothing = ({ children }: { children: string }) => (
  <Text p="var(--panel-padding)" c="dimmed" fz="sm">
    {children}
  </Text>
)

const maxShownSearches = 5

const countEntered = ({ changes }: ListedSavedSearch) => changes?.entered ?? 0

/** The saved searches with the most new matches since they were last opened. */
export function NewMatches() {
  return (
    <Panel
      title="New matches"
      flush
      aside={
        <AnchorLink to="/portal/settings/saved-searches" fz="sm">
          All saved searches
        </AnchorLink>
      }
    >
      <QueryContent what="Your saved searches" result={useQuery(changedSearchesQuery())} loading={120}>
        {({ items }) => {
          const changed = items
            .filter((search) => countEntered(search) > 0)
            .toSorted((one, other) => countEntered(other) - countEntered(one))
            .slice(0, maxShownSearches)
          if (changed.length === 0) return <Nothing>No saved search has new matches since you last opened it.</Nothing>
          return (
            <PlainList>
              {changed.map(({ id, name, changes, visitedAt }) => (
                <li key={id} className={classes.line}>
                  <div className={classes.what}>
                    <Link to="/portal/settings/saved-searches" search={{ changes: id, change: 'ENTERED' }}>
                      {name}
                    </Link>
                    {visitedAt && <span>Since {formatDay(visitedAt)}</span>}
                  </div>
                  <Text span fz="sm" fw={600} c="good" className="numbers">
                    <span aria-hidden="true">+{formatNumber(changes?.entered ?? 0)}</span>
                    <span className="visually-hidden">
                      {pluralize(changes?.entered ?? 0, 'new match', 'new matches')}
                    </span>
                  </Text>
                </li>
              ))}
            </PlainList>
          )
        }}
      </QueryContent>
    </Panel>
  )
}

const stateTags = {
  IN_PROGRESS: { tone: 'plain', label: 'In progress' },
  FAILED: { tone: 'bad', label: 'Failed' },
  EXPIRING: { tone: 'warn', label: 'Expires soon' },
  EXPIRED: { tone: 'bad', label: 'Expired' },
} as const

function describeWait({ order, state }: WaitingOrder): string {
  if (state === 'IN_PROGRESS') return orderStepLabels[order.internalStatus]
  if (state === 'FAILED') return order.failureReason ?? `On ${formatDay(order.completedAt ?? order.createdAt)}`
  const day = formatDay(order.expiresAt)
  return state === 'EXPIRING'
    ? `Refresh the do-not-call check by ${day} to keep calling.`
    : `Do not call since ${day}. Refresh the do-not-call check, it is free.`
}

/** The orders in progress, those that failed lately, and the call lists whose check expires. */
export const WaitingOrders = () => (
  <Panel title="Orders" flush>
    <QueryContent what="Your orders" result={useWaitingOrders()} loading={120}>
      {(waiting) =>
        waiting.length === 0 ? (
          <Nothing>No orders need attention.</Nothing>
        ) : (
          <PlainList>
            {waiting.map(({ order, state }) => (
              <li key={order.id} className={classes.line}>
                <div className={classes.what}>
                  <OrderLink order={order} scope="own" />
                  <Text inherit c="dimmed" lh="18px" fz={12}>
                    {describeWait({ order, state })}
                  </Text>
                </div>
                <Tag tone={stateTags[state].tone}>{stateTags[state].label}</Tag>
              </li>
            ))}
          </PlainList>
        )
      }
    </QueryContent>
  </Panel>
)

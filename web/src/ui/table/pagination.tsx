import { tablePageSizes } from '@dooryard/contract/api/limits'
import { Center, Group, Text } from '@mantine/core'
import { ChevronLeft, ChevronRight, ChevronsLeft, ChevronsRight, type LucideIcon } from 'lucide-react'
import { useId } from 'react'
import { formatNumber } from '../../lib/format/format.ts'
import { formatPageSummary, getPageWindow } from './page-window.ts'
import classes from './pagination.module.css'

type PaginationProps = {
  /** The plural name of the rows. */
  label: string
  page: number
  limit: number
  total: number
  /** The last page; a list may count more rows than it shows. */
  last: number
  /** More rows were found than are counted and listed. */
  hasMore?: boolean | undefined
  onChange: (change: { page: number; limit?: number }) => void
}

type StepProps = { icon: LucideIcon; label: string; to: number; disabled: boolean; onGo: (page: number) => void }

const Step = ({ icon: Icon, label, to, disabled, onGo }: StepProps) => (
  <button type="button" className={classes.page} aria-label={label} disabled={disabled} onClick={() => onGo(to)}>
    <Icon size={16} aria-hidden="true" />
  </button>
)

function PageSize({ limit, onChange }: { limit: number; onChange: (limit: number) => void }) {
  const id = useId()
  return (
    <Group gap={8}>
      <label htmlFor={id}>Rows per page</label>
      <select
        id={id}
        className={classes.size}
        value={limit}
        onChange={(event) => onChange(Number(event.currentTarget.value))}
      >
        {tablePageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
        {/* A page size of the address alone is shown, but not offered. */}
        {!tablePageSizes.some((size) => size === limit) && <option hidden>{limit}</option>}
      </select>
    </Group>
  )
}

export function Pagination({ label, page, limit, total, last, hasMore, onChange }: PaginationProps) {
  const go = (to: number) => onChange({ page: to })
  return (
    <Group
      gap="8px 20px"
      mih={52}
      px={{ base: 12, sm: 16 }}
      py={10}
      c="dimmed"
      fz={13}
      className="numbers"
      style={{ borderTop: '1px solid var(--line)' }}
    >
      <Text inherit flex={1} style={{ whiteSpace: 'nowrap' }}>
        {formatPageSummary({ page, limit, total, hasMore })}
        {hasMore && (
          <Text span display="block" fz="xs" lh="16px" style={{ whiteSpace: 'normal' }}>
            Narrow the search to see the rest.
          </Text>
        )}
      </Text>
      <PageSize limit={limit} onChange={(size) => onChange({ page: 1, limit: size })} />
      <Group component="nav" gap={2} align="stretch" aria-label={`Pages of ${label}`}>
        <Step icon={ChevronsLeft} label="First page" to={1} disabled={page <= 1} onGo={go} />
        <Step icon={ChevronLeft} label="Previous page" to={Math.min(page - 1, last)} disabled={page <= 1} onGo={go} />
        {getPageWindow(page, last).map((number, index) =>
          number === '…' ? (
            // biome-ignore lint/suspicious/noArrayIndexKey: an ellipsis has nothing else to tell it by
            <Center key={`gap-${index}`} w={24} aria-hidden="true">
              …
            </Center>
          ) : (
            <button
              key={number}
              type="button"
              className={classes.page}
              aria-label={`Page ${formatNumber(number)}`}
              aria-current={number === page ? 'page' : undefined}
              onClick={() => go(number)}
            >
              {formatNumber(number)}
            </button>
          ),
        )}
        <Step icon={ChevronRight} label="Next page" to={page + 1} disabled={page >= last} onGo={go} />
        <Step icon={ChevronsRight} label="Last page" to={last} disabled={page >= last} onGo={go} />
      </Group>
    </Group>
  )
}

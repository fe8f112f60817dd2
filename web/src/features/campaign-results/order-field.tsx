import { orders } from '@dooryard/contract/orders/orders'
import { Select, type SelectProps } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '../../lib/api/errors.ts'
import { buildLiveQuery, buildQuery } from '../../lib/api/query.ts'

const maxSuggestions = 20
const debounceMs = 250
const loadingText = 'Loading…'
const unknownText = 'Unknown order'

type OrderFieldProps = Pick<SelectProps, 'value' | 'onChange' | 'error'> & { campaignId: string; 'data-path': string }

/** An order of the campaign, found by its name among all of them; the newest are suggested. */
export function OrderField({ campaignId, value, error, ...input }: OrderFieldProps) {
  const [text, setText] = useState('')
  const chosen = useQuery({
    ...buildQuery(orders.get, { params: { campaignId, orderId: value ?? '' } }),
    enabled: Boolean(value),
  })
  const failure = chosen.data ? null : chosen.error
  const name = chosen.data?.orderName ?? (failure ? unknownText : loadingText)
  const [typed] = useDebouncedValue(text.trim(), debounceMs)
  // The name of the chosen order is no search, nor is what stands for it while it loads or if it cannot be loaded.
  const isChosen = Boolean(value) && (chosen.isPending || [name, loadingText, unknownText].includes(typed))
  const search = isChosen ? undefined : typed || undefined
  const found = useQuery(
    buildLiveQuery(orders.list, { params: { campaignId }, query: { limit: maxSuggestions, search } }),
  )
  const names = new Map(found.data?.items.map(({ id, orderName }) => [id, orderName]))
  const foundIds = [...names.keys()]
  if (value) names.set(value, names.get(value) ?? name)
  return (
    <Select
      {...input}
      error={error ?? (failure && getErrorMessage(failure))}
      label="Order"
      placeholder="Whole campaign"
      data={[...names].map(([id, orderName]) => ({ value: id, label: orderName }))}
      value={value || null}
      clearable
      clearButtonProps={{ 'aria-label': 'Whole campaign' }}
      searchable
      onSearchChange={setText}
      // The server has already filtered them.
      filter={({ options }) => options.filter((option) => 'value' in option && foundIds.includes(option.value))}
      nothingFoundMessage={found.isPending ? 'Searching…' : 'No orders found'}
      maxLength={100}
    />
  )
}

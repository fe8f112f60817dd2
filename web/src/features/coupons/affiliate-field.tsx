import type { Coupon } from '@dooryard/contract/coupons'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { affiliates } from './coupons.data.ts'

type AffiliateFieldProps = {
  known: Coupon | undefined
  value: string
  onChange: (id: string) => void
  error: ReactNode
}

/** Whose coupon it is: they see its redemptions on their home. */
export function AffiliateField({ known, value, onChange, error }: AffiliateFieldProps) {
  const [search, setSearch] = useState('')
  const { text, type } = useDebouncedText(search, setSearch)
  const { data } = useQuery(affiliates(search))
  const found = (data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))
  const { affiliateUserId, affiliateEmail } = known ?? {}
  const isListed = !affiliateUserId || found.some(({ value: id }) => id === affiliateUserId)
  const options = isListed ? found : [{ value: affiliateUserId, label: affiliateEmail ?? affiliateUserId }, ...found]
  return (
    <Select
      label="Affiliate"
      description="Sees its redemptions; leave empty for nobody"
      placeholder="Search by email"
      data={options}
      filter={({ options: all }) => all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No affiliate' }}
      nothingFoundMessage={text ? 'No affiliate of that name' : 'Nobody is an affiliate yet'}
      onSearchChange={(next) => type(options.some(({ label }) => label === next) ? '' : next)}
      value={value || null}
      onChange={(id) => onChange(id ?? '')}
      error={error}
    />
  )
}

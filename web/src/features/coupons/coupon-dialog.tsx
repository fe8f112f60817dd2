import { type Coupon, coupons } from '@dooryard/contract/billing/coupons'
import { adminUsers } from '@dooryard/contract/identity/admin/admin-users'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { buildLiveQuery } from '../../lib/api/query.ts'
import { useEndpointMutation } from '../../lib/api/use-endpoint-mutation.ts'
import { getServerTime } from '../../lib/session/server-clock.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { FieldPair } from '../../ui/form/mutation-dialog.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { showSuccessToast } from '../../ui/toasts/toasts.ts'
import { describeChange } from './coupon-effect.ts'
import {
  type CouponForm,
  CouponFormSchema,
  toCouponChange,
  toCouponDraft,
  toFormField,
  toFormValues,
} from './coupon-form-schema.ts'
import { kindLabels, targetLabels } from './coupon-labels.ts'
import classes from './coupons.module.css'

/** A coupon to edit, or `new`. */
export type EditedCoupon = Coupon | 'new'

type FieldsProps = { form: SchemaForm<CouponForm>; existing: Coupon | undefined }

const toOptions = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const valueLabels = { PERCENT: 'Percent', AMOUNT: 'Amount (USD)', CREDITS: 'Credits' } as const

/** The terms of a coupon, which never change after creation. */
function TermFields({ form, existing }: FieldsProps) {
  const disabled = existing !== undefined
  return (
    <>
      <FormFields
        form={form}
        fields={[
          {
            name: 'code',
            label: 'Code',
            placeholder: 'SPRING-20',
            maxLength: 40,
            className: classes.codeField,
            disabled,
            ...(!existing && { 'data-autofocus': true }),
          },
        ]}
      />
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            { name: 'kind', kind: 'select', label: 'Discount', data: toOptions(kindLabels), disabled },
            { name: 'value', label: valueLabels[form.values.kind], inputMode: 'decimal', disabled },
          ]}
        />
      </FieldPair>
      <FormFields
        form={form}
        fields={[{ name: 'appliesTo', kind: 'select', label: 'Applies to', data: toOptions(targetLabels), disabled }]}
      />
    </>
  )
}

/** The validity period and the use limits. */
function LimitFields({ form }: Pick<FieldsProps, 'form'>) {
  const { from, through } = form.values
  return (
    <FieldPair>
      <FormFields
        form={form}
        fields={[
          { name: 'from', kind: 'day', label: 'From', max: through || undefined },
          { name: 'through', kind: 'day', label: 'Expires', min: from },
          { name: 'maxRedemptions', label: 'Total redemption limit', placeholder: 'No limit', inputMode: 'numeric' },
          { name: 'perUserLimit', label: 'Limit per user', inputMode: 'numeric' },
        ]}
      />
    </FieldPair>
  )
}

/** Searches affiliates by part of their name or email. */
const affiliatePage = (search: string) =>
  buildLiveQuery(adminUsers.list, {
    query: { search: search || undefined, role: ['AFFILIATE_USER'], limit: 20, sort: 'name', order: 'asc' },
  })

/** The affiliate of a coupon, who sees its redemptions on the home screen. */
function AffiliateField({ form, existing }: FieldsProps) {
  const [search, setSearch] = useState('')
  const { text, type } = useDebouncedText(search, setSearch)
  const { data } = useQuery(affiliatePage(search))
  const found = (data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))
  const { affiliateUserId, affiliateEmail } = existing ?? {}
  const isListed = !affiliateUserId || found.some(({ value }) => value === affiliateUserId)
  const options = isListed ? found : [{ value: affiliateUserId, label: affiliateEmail ?? affiliateUserId }, ...found]
  return (
    <Select
      label="Affiliate"
      description="Optional. Can see redemptions."
      placeholder="Search by email"
      data={options}
      filter={({ options: all }) => all}
      searchable
      clearable
      clearButtonProps={{ 'aria-label': 'No affiliate' }}
      nothingFoundMessage={text ? 'No affiliates found' : 'No affiliates yet'}
      onSearchChange={(next) => type(options.some(({ label }) => label === next) ? '' : next)}
      value={form.values.affiliateUserId || null}
      onChange={(id) => form.setFieldValue('affiliateUserId', id ?? '')}
      error={form.errors['affiliateUserId']}
    />
  )
}

/** Describes the effect of the form's changes once the form is valid. */
const formatChangeEffect = (existing: Coupon | undefined, values: CouponForm) =>
  existing && CouponFormSchema.safeParse(values).success
    ? describeChange(existing, toCouponChange(existing, values), getServerTime()).join(' ')
    : ''

const updatesList = { refreshes: [coupons.list], awaitsRefresh: true }

/** Creates or edits a coupon. */
export function CouponDialog({
  edited,
  opened,
  onClose,
}: {
  edited: EditedCoupon
  opened: boolean
  onClose: () => void
}) {
  const existing = edited === 'new' ? undefined : edited
  const create = useEndpointMutation(coupons.create, updatesList)
  const change = useEndpointMutation(coupons.change, updatesList)
  const send = async (values: CouponForm) => {
    const { code } = existing
      ? await change.mutateAsync({ params: { id: existing.id }, body: toCouponChange(existing, values) })
      : await create.mutateAsync({ body: toCouponDraft(values) })
    showSuccessToast(`${code} saved`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={existing ? `Edit ${existing.code}` : 'Create coupon'}
      schema={CouponFormSchema}
      initialValues={toFormValues(existing)}
      call={existing ? change : create}
      send={send}
      toFieldName={toFormField}
      lead={existing && 'The discount can’t be changed once a coupon exists, because people may already have the code.'}
      submitLabel="Save"
    >
      {(form) => {
        const effect = formatChangeEffect(existing, form.values)
        return (
          <>
            <TermFields form={form} existing={existing} />
            <LimitFields form={form} />
            <AffiliateField form={form} existing={existing} />
            <div role="status">{effect && <Notice tone="info">{effect}</Notice>}</div>
          </>
        )
      }}
    </FormDialog>
  )
}

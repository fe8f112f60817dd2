import { adminUsers } from '@dooryard/contract/admin-users'
import { type Coupon, coupons } from '@dooryard/contract/coupons'
import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { serverNow } from '../../lib/clock.ts'
import { liveQueryOf } from '../../lib/query.ts'
import { useCall } from '../../lib/use-call.ts'
import { useDebouncedText } from '../../lib/use-debounced-text.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { FieldPair } from '../../ui/form/call-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import type { SchemaForm } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { describeChange } from './coupon-effect.ts'
import {
  type CouponForm,
  CouponFormSchema,
  formField,
  toCouponChange,
  toCouponDraft,
  toFormValues,
} from './coupon-form-schema.ts'
import { kindLabels, targetLabels } from './coupon-labels.ts'
import classes from './coupons.module.css'

/** A coupon to be edited, or `new`. */
export type Edited = Coupon | 'new'

type FieldsProps = { form: SchemaForm<CouponForm>; known: Coupon | undefined }

const toOptions = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const valueLabels = { PERCENT: 'Percent', AMOUNT: 'Dollars', CREDITS: 'Credits' } as const

/** What a coupon gives, which never changes once it is there. */
function TermFields({ form, known }: FieldsProps) {
  const disabled = known !== undefined
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
            ...(!known && { 'data-autofocus': true }),
          },
        ]}
      />
      <FieldPair>
        <FormFields
          form={form}
          fields={[
            { name: 'kind', kind: 'select', label: 'Gives', data: toOptions(kindLabels), disabled },
            { name: 'value', label: valueLabels[form.values.kind], inputMode: 'decimal', disabled },
          ]}
        />
      </FieldPair>
      <FormFields
        form={form}
        fields={[{ name: 'appliesTo', kind: 'select', label: 'For', data: toOptions(targetLabels), disabled }]}
      />
    </>
  )
}

/** When and how often it works. */
function LimitFields({ form }: Pick<FieldsProps, 'form'>) {
  const { from, through } = form.values
  return (
    <FieldPair>
      <FormFields
        form={form}
        fields={[
          { name: 'from', kind: 'day', label: 'From', max: through || undefined },
          { name: 'through', kind: 'day', label: 'Through', min: from },
          { name: 'maxRedemptions', label: 'In all at most', placeholder: 'No limit', inputMode: 'numeric' },
          { name: 'perUserLimit', label: 'Each user at most', inputMode: 'numeric' },
        ]}
      />
    </FieldPair>
  )
}

/** Affiliates by a part of their name or email. */
const affiliatePage = (search: string) =>
  liveQueryOf(adminUsers.list, {
    query: { search: search || undefined, role: ['AFFILIATE_USER'], limit: 20, sort: 'name', order: 'asc' },
  })

/** Whose coupon it is: they see its redemptions on their home. */
function AffiliateField({ form, known }: FieldsProps) {
  const [search, setSearch] = useState('')
  const { text, type } = useDebouncedText(search, setSearch)
  const { data } = useQuery(affiliatePage(search))
  const found = (data?.items ?? []).map(({ id, email }) => ({ value: id, label: email }))
  const { affiliateUserId, affiliateEmail } = known ?? {}
  const isListed = !affiliateUserId || found.some(({ value }) => value === affiliateUserId)
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
      value={form.values.affiliateUserId || null}
      onChange={(id) => form.setFieldValue('affiliateUserId', id ?? '')}
      error={form.errors['affiliateUserId']}
    />
  )
}

/** What the form changes of a coupon means, once all of it can be read. */
const describeEffect = (known: Coupon | undefined, values: CouponForm) =>
  known && CouponFormSchema.safeParse(values).success
    ? describeChange(known, toCouponChange(known, values), serverNow()).join(' ')
    : ''

const updatesList = { refreshes: [coupons.list], awaitsRefresh: true }

/** Makes or edits a coupon. */
export function CouponDialog({ edited, opened, onClose }: { edited: Edited; opened: boolean; onClose: () => void }) {
  const known = edited === 'new' ? undefined : edited
  const create = useCall(coupons.create, updatesList)
  const change = useCall(coupons.change, updatesList)
  const send = async (values: CouponForm) => {
    const { code } = known
      ? await change.mutateAsync({ params: { id: known.id }, body: toCouponChange(known, values) })
      : await create.mutateAsync({ body: toCouponDraft(values) })
    toastDone(`${code} is saved`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={known ? `Edit ${known.code}` : 'Make a coupon'}
      schema={CouponFormSchema}
      initialValues={toFormValues(known)}
      call={known ? change : create}
      send={send}
      fieldOf={formField}
      lead={known && 'What a coupon gives stays as it is, since people may hold its code.'}
      submitLabel="Save"
    >
      {(form) => {
        const effect = describeEffect(known, form.values)
        return (
          <>
            <TermFields form={form} known={known} />
            <LimitFields form={form} />
            <AffiliateField form={form} known={known} />
            <div role="status">{effect && <Notice tone="info">{effect}</Notice>}</div>
          </>
        )
      }}
    </FormDialog>
  )
}

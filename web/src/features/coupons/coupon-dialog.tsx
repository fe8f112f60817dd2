import type { Coupon } from '@dooryard/contract/coupons'
import { Select, TextInput } from '@mantine/core'
import { serverNow } from '../../lib/clock.ts'
import { Notice } from '../../ui/display/panel.tsx'
import { CallDialog, FieldPair } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { DayField } from '../../ui/form/inputs.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { AffiliateField } from './affiliate-field.tsx'
import { changeWords } from './coupon-effect.ts'
import { CouponFormSchema, changeOf, draftOf, fieldOf, initialOf } from './coupon-form-schema.ts'
import { kindLabels, targetLabels } from './coupon-words.ts'
import { useChangeCoupon, useCreateCoupon } from './coupons.data.ts'
import classes from './coupons.module.css'

/** A coupon to be edited, or `new`. */
export type Edited = Coupon | 'new'

const optionsOf = (labels: Record<string, string>) => Object.entries(labels).map(([value, label]) => ({ value, label }))

const valueLabels = { PERCENT: 'Percent', AMOUNT: 'Dollars', CREDITS: 'Credits' } as const

type Calls = { create: ReturnType<typeof useCreateCoupon>; change: ReturnType<typeof useChangeCoupon> }
type CouponFormProps = { edited: Edited; onCancel: () => void; onDone: () => void; calls: Calls }

/** Sends the form as whichever call it is for. */
function useSend(edited: Edited, { create, change }: Calls) {
  return (form: ReturnType<typeof initialOf>) =>
    edited === 'new'
      ? create.mutateAsync(draftOf(form))
      : change.mutateAsync({ id: edited.id, body: changeOf(edited, form) })
}

/** The form with its values, and what sends it. */
function useCouponForm({ edited, calls, onDone }: CouponFormProps) {
  const singly = useSingleFlight()
  const call = edited === 'new' ? calls.create : calls.change
  const send = useSend(edited, calls)
  const form = useSchemaForm(
    CouponFormSchema,
    initialOf(edited === 'new' ? undefined : edited),
    () => call.isError && call.reset(),
    fieldOf,
  )
  const save = async (values: typeof form.values) => {
    const { code } = await send(values)
    toastDone(`${code} is saved`)
    onDone()
  }
  const submit = form.submit((values) => singly((land) => void save(values).catch(form.showRefusal).finally(land)))
  return { form, call, submit }
}

type Fields = Pick<ReturnType<typeof useCouponForm>, 'form'>

/** What a coupon gives, which never changes once it is there. */
function TermFields({ form, isNew }: Fields & { isNew: boolean }) {
  const fixed = { disabled: !isNew }
  return (
    <>
      <TextInput
        label="Code"
        placeholder="SPRING-20"
        maxLength={40}
        className={classes.codeField}
        data-autofocus={isNew || undefined}
        {...fixed}
        {...form.getInputProps('code')}
      />
      <FieldPair>
        <Select
          label="Gives"
          data={optionsOf(kindLabels)}
          allowDeselect={false}
          {...fixed}
          {...form.getInputProps('kind')}
        />
        <TextInput
          label={valueLabels[form.values.kind]}
          inputMode="decimal"
          {...fixed}
          {...form.getInputProps('value')}
        />
      </FieldPair>
      <Select
        label="For"
        data={optionsOf(targetLabels)}
        allowDeselect={false}
        {...fixed}
        {...form.getInputProps('appliesTo')}
      />
    </>
  )
}

/** When and how often it works. */
function LimitFields({ form }: Fields) {
  const { from, through } = form.values
  return (
    <FieldPair>
      <DayField
        label="From"
        value={from}
        max={through || undefined}
        error={form.errors['from']}
        onDay={(day = '') => form.setFieldValue('from', day)}
      />
      <DayField
        label="Through"
        value={through}
        min={from}
        error={form.errors['through']}
        onDay={(day = '') => form.setFieldValue('through', day)}
      />
      <TextInput
        label="In all at most"
        placeholder="No limit"
        inputMode="numeric"
        {...form.getInputProps('maxRedemptions')}
      />
      <TextInput label="Each user at most" inputMode="numeric" {...form.getInputProps('perUserLimit')} />
    </FieldPair>
  )
}

/** What the form changes of a coupon means, once all of it can be read. */
const effectOf = (known: Coupon | undefined, values: ReturnType<typeof initialOf>) =>
  known && CouponFormSchema.safeParse(values).success ? changeWords(known, changeOf(known, values), serverNow()) : []

const Effect = ({ words }: { words: string[] }) => (
  <div role="status">{words.length > 0 && <Notice tone="info">{words.join(' ')}</Notice>}</div>
)

function CouponForm(props: CouponFormProps) {
  const { edited, onCancel } = props
  const { form, call, submit } = useCouponForm(props)
  const known = edited === 'new' ? undefined : edited
  return (
    <CallForm
      call={call}
      form={form}
      lead={known && 'What a coupon gives stays as it is, since people may hold its code.'}
      send="Save"
      onSubmit={submit}
      onCancel={onCancel}
    >
      <TermFields form={form} isNew={!known} />
      <LimitFields form={form} />
      <AffiliateField
        known={known}
        value={form.values.affiliateUserId}
        onChange={(id) => form.setFieldValue('affiliateUserId', id)}
        error={form.errors['affiliateUserId']}
      />
      <Effect words={effectOf(known, form.values)} />
    </CallForm>
  )
}

/** Makes or edits a coupon; open while there is one to edit. */
export function CouponDialog({ edited, onClose }: { edited: Edited | undefined; onClose: () => void }) {
  const calls = { create: useCreateCoupon(), change: useChangeCoupon() }
  return (
    <CallDialog
      call={edited === 'new' ? calls.create : calls.change}
      opened={edited !== undefined}
      onClose={onClose}
      title={edited === 'new' ? 'Make a coupon' : `Edit ${edited?.code ?? 'coupon'}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => edited && <CouponForm edited={edited} calls={calls} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}

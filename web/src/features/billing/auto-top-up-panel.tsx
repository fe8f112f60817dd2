import type { BillingInfo } from '@dooryard/contract/billing'
import type { Pack } from '@dooryard/contract/plans'
import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { ApiError, sentenceFor } from '../../lib/errors.ts'
import { formatMoney, formatNumber, plural } from '../../lib/format.ts'
import { Tag } from '../../ui/display/badges.tsx'
import { Notice, Panel } from '../../ui/display/panel.tsx'
import { LeaveGuard } from '../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { useChangeAutoTopUp } from './billing.data.ts'
import classes from './top-up.module.css'
import { atOnce, type TopUpValues, topUpChange, topUpSchema, topUpValues } from './top-up-rules.ts'
import { useCardChange } from './use-checkout.ts'
import { useMoney } from './use-money.ts'

type TopUpProps = { info: BillingInfo; packs: Pack[] }

function useTopUpForm({ info, packs }: TopUpProps) {
  const schema = useMemo(() => topUpSchema(packs), [packs])
  const change = useChangeAutoTopUp()
  const form = useSchemaForm(schema, topUpValues(info, packs), () => change.isError && change.reset())
  const singly = useSingleFlight()
  const submit = form.submit((values) =>
    singly((land) =>
      change.mutate(topUpChange(values, info.autoTopUp.packId), {
        onSuccess: ({ enabled }) => {
          form.resetDirty(values)
          toastDone(enabled ? 'Automatic top-up is on' : 'Automatic top-up is off')
        },
        onError: form.showRefusal,
        onSettled: land,
      }),
    ),
  )
  // Switched off by itself, or set otherwise in another tab: what nobody touched here is not set back by saving.
  const { autoTopUp } = info
  const follow = useEffectEvent(() => {
    const [known, typed] = [topUpValues(info, packs), form.getValues()]
    const touched = Object.entries(typed).filter(([field]) => form.isDirty(field))
    form.setValues({ ...known, ...Object.fromEntries(touched) })
    form.resetDirty(known)
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of it is the reason
  useEffect(() => follow(), [autoTopUp])
  return { form, change, submit }
}

function NeedsCard() {
  const { begin, isBusy } = useCardChange()
  return (
    <Notice tone="info">
      <div className={classes.needsCard}>
        This needs a card on file, which is kept with your first purchase, or now.
        <Button size="compact-sm" variant="default" loading={isBusy} onClick={begin}>
          Add a card
        </Button>
      </div>
    </Notice>
  )
}

/** What can be bought; where what is set no longer can, that it has to be chosen anew. */
function packOptions(packs: Pack[], packId: string) {
  const options = packs.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatMoney(price)}` }))
  return packId === '' ? [{ value: '', label: 'Choose a pack', disabled: true }, ...options] : options
}

function Fields({ form, packs }: { form: ReturnType<typeof useTopUpForm>['form']; packs: Pack[] }) {
  const { packId } = form.values
  const credits = packs.find(({ id }) => id === packId)?.credits
  return (
    <div className={classes.fields}>
      <TextInput
        label="When fewer than"
        description={
          credits === undefined ? 'credits can be spent' : `credits can be spent, at most ${formatNumber(credits)}`
        }
        inputMode="numeric"
        autoComplete="off"
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('threshold')}
      />
      <NativeSelect
        label="Buy"
        description={packId === '' ? 'what was set is no longer on offer' : 'from the card on file'}
        data={packOptions(packs, packId)}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('packId')}
      />
      <TextInput
        label="Up to"
        description="dollars in a calendar month"
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        leftSectionWidth={28}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.getInputProps('monthlyCap')}
      />
    </div>
  )
}

/** That saving buys a pack right away, or why it does not, where there are too few credits already. */
function AtOnce({ info, packs, values }: TopUpProps & { values: TopUpValues }) {
  const wanted = atOnce(info, packs, values)
  if (!wanted) return null
  const { pack, spendable, isBought } = wanted
  return (
    <Notice tone="warn">
      You have {plural(spendable, 'credit')} to spend, fewer than that
      {isBought
        ? `, so saving buys ${pack.name} for ${formatMoney(pack.price)} at once.`
        : `. This month has no room left for ${pack.name}, so it is bought when the next one begins.`}
    </Notice>
  )
}

function TopUpForm({ info, packs }: TopUpProps) {
  const { form, change, submit } = useTopUpForm({ info, packs })
  const { mayPay } = useMoney(info)
  const { spentThisMonth, monthlyCap, enabled } = info.autoTopUp
  const hasCard = info.paymentMethod !== undefined
  const isOnField = change.error instanceof ApiError && change.error.issues.length > 0
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      {mayPay && !hasCard && <NeedsCard />}
      <fieldset className={classes.form} disabled={!mayPay || (!hasCard && !enabled)}>
        <legend className="visually-hidden">Automatic top-up</legend>
        <Checkbox
          label="Buy a pack automatically when credits run low"
          {...form.getInputProps('enabled', { type: 'checkbox' })}
        />
        <Fields form={form} packs={packs} />
        {form.isDirty() && <AtOnce info={info} packs={packs} values={form.values} />}
        {change.isError && !isOnField && <Notice tone="bad">{sentenceFor(change.error)}</Notice>}
        <div className={classes.save}>
          <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
            Save
          </Button>
          <p className={classes.spent}>
            Spent this month: <strong>{formatMoney(spentThisMonth)}</strong>
            {enabled && ` of ${formatMoney(monthlyCap)}`}
          </p>
        </div>
      </fieldset>
      <LeaveGuard
        when={() => form.isDirty() && !change.isPending}
        title="Leave without saving?"
        text="What you changed about automatic top-up is not saved yet."
        leave="Leave"
        asksOnReload
      />
    </form>
  )
}

/** The purchase that is made by itself: off unless switched on, and never above its month. */
export function AutoTopUpPanel({ info, packs }: TopUpProps) {
  const { enabled, pausedReason } = info.autoTopUp
  return (
    <Panel title="Automatic top-up" aside={<Tag tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Tag>}>
      <div className={classes.form}>
        <p className={classes.lead}>
          An order that takes you below the number you set buys one pack at once, so that the next one need not wait.
          Each purchase is mailed to you with its invoice, and none goes above what you allow for a month.
        </p>
        {!enabled && pausedReason && <Notice tone="warn">It was switched off. {pausedReason}</Notice>}
        <TopUpForm info={info} packs={packs} />
      </div>
    </Panel>
  )
}

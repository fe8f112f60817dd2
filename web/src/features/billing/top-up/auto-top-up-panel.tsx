import { type BillingInfo, billing } from '@dooryard/contract/billing'
import type { Pack } from '@dooryard/contract/plans'
import { Button, Checkbox, Flex, Group, NativeSelect, Stack, Text, TextInput } from '@mantine/core'
import { useEffect, useEffectEvent, useMemo } from 'react'
import { sentenceFor } from '../../../lib/errors.ts'
import { formatMoney, formatNumber, plural } from '../../../lib/format.ts'
import { useCall } from '../../../lib/use-call.ts'
import { Tag } from '../../../ui/display/badges.tsx'
import { Notice, Panel } from '../../../ui/display/panel.tsx'
import { LeaveGuard } from '../../../ui/form/leave-guard.tsx'
import { useSchemaForm, useSingleFlight } from '../../../ui/form/use-schema-form.ts'
import { toastDone } from '../../../ui/toasts/toasts.ts'
import { useMoney, useRefreshBilling } from '../billing.data.ts'
import { ChangeCardButton } from '../purchase/change-card-button.tsx'
import { atOnce, type TopUpValues, topUpChange, topUpSchema, topUpValues } from './top-up-rules.ts'

type TopUpProps = { info: BillingInfo; packs: Pack[] }

function useTopUpForm({ info, packs }: TopUpProps) {
  const { autoTopUp } = info
  const schema = useMemo(() => topUpSchema(packs), [packs])
  const change = useCall(billing.autoTopUp, { onSuccess: useRefreshBilling() })
  const form = useSchemaForm(schema, topUpValues(info, packs), () => change.isError && change.reset())
  const singly = useSingleFlight()
  const submit = form.submit((values) => {
    const done = ({ enabled }: BillingInfo['autoTopUp']) => {
      form.resetDirty(values)
      toastDone(enabled ? 'Automatic top-up is on' : 'Automatic top-up is off')
    }
    const body = topUpChange(values, autoTopUp.packId)
    singly((land) => change.mutate({ body }, { onSuccess: done, onError: form.showRefusal, onSettled: land }))
  })
  // Switched off by itself, or set otherwise in another tab: what nobody touched here is not set back by saving.
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

const needsCard = (
  <Notice tone="info">
    <Group justify="space-between" gap="8px 16px">
      This needs a card on file, which is kept with your first purchase, or now.
      <ChangeCardButton size="compact-sm">Add a card</ChangeCardButton>
    </Group>
  </Notice>
)

/** What can be bought; where what is set no longer can, that it has to be chosen anew. */
function packOptions(packs: Pack[], packId: string) {
  const options = packs.map(({ id, name, price }) => ({ value: id, label: `${name}, ${formatMoney(price)}` }))
  return packId === '' ? [{ value: '', label: 'Choose a pack', disabled: true }, ...options] : options
}

const inputWrapperOrder = ['label', 'input', 'description', 'error'] as ('label' | 'input' | 'description' | 'error')[]

function Fields({ form, packs }: { form: ReturnType<typeof useTopUpForm>['form']; packs: Pack[] }) {
  const { packId } = form.values
  const credits = packs.find(({ id }) => id === packId)?.credits
  const most = credits === undefined ? '' : `, at most ${formatNumber(credits)}`
  return (
    <Flex direction={{ base: 'column', sm: 'row' }} gap={16}>
      <TextInput
        flex={1}
        label="When fewer than"
        description={`credits can be spent${most}`}
        inputMode="numeric"
        autoComplete="off"
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('threshold')}
      />
      <NativeSelect
        flex={1.4}
        label="Buy"
        description={packId === '' ? 'what was set is no longer on offer' : 'from the card on file'}
        data={packOptions(packs, packId)}
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('packId')}
      />
      <TextInput
        flex={1}
        label="Up to"
        description="dollars in a calendar month"
        inputMode="decimal"
        autoComplete="off"
        leftSection="$"
        leftSectionWidth={28}
        inputWrapperOrder={inputWrapperOrder}
        {...form.getInputProps('monthlyCap')}
      />
    </Flex>
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
  const error = form.unlessOnFields(change.error)
  return (
    <form onSubmit={submit} noValidate>
      <Stack gap={16}>
        {mayPay && !hasCard && needsCard}
        <fieldset className="plain" disabled={!mayPay || (!hasCard && !enabled)}>
          <legend className="visually-hidden">Automatic top-up</legend>
          <Stack gap={16}>
            <Checkbox
              label="Buy a pack automatically when credits run low"
              {...form.getInputProps('enabled', { type: 'checkbox' })}
            />
            <Fields form={form} packs={packs} />
            {form.isDirty() && <AtOnce info={info} packs={packs} values={form.values} />}
            {error && <Notice tone="bad">{sentenceFor(error)}</Notice>}
            <Group justify="space-between" gap="8px 16px">
              <Button type="submit" loading={change.isPending} disabled={!form.isDirty()}>
                Save
              </Button>
              <Text c="dimmed" fz="sm" className="numbers">
                Spent this month:{' '}
                <Text component="strong" inherit c="var(--mantine-color-text)" fw={600}>
                  {formatMoney(spentThisMonth)}
                </Text>
                {enabled && ` of ${formatMoney(monthlyCap)}`}
              </Text>
            </Group>
          </Stack>
        </fieldset>
        <LeaveGuard
          when={() => form.isDirty() && !change.isPending}
          title="Leave without saving?"
          text="What you changed about automatic top-up is not saved yet."
          leave="Leave"
          asksOnReload
        />
      </Stack>
    </form>
  )
}

/** The purchase that is made by itself: off unless switched on, and never above its month. */
export function AutoTopUpPanel({ info, packs }: TopUpProps) {
  const { enabled, pausedReason } = info.autoTopUp
  return (
    <Panel title="Automatic top-up" aside={<Tag tone={enabled ? 'good' : 'plain'}>{enabled ? 'On' : 'Off'}</Tag>}>
      <Stack gap={16}>
        <Text c="dimmed" maw="68ch">
          An order that takes you below the number you set buys one pack at once, so that the next one need not wait.
          Each purchase is mailed to you with its invoice, and none goes above what you allow for a month.
        </Text>
        {!enabled && pausedReason && <Notice tone="warn">It was switched off. {pausedReason}</Notice>}
        <TopUpForm info={info} packs={packs} />
      </Stack>
    </Panel>
  )
}

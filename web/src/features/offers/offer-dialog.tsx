import { billing } from '@dooryard/contract/billing'
import { adminOffers, type ManagedPack, PackDraft } from '@dooryard/contract/plans'
import { useMutation } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dollarsOf, typedDollars, typedWhole } from '../../lib/typed.ts'
import { useRefresh } from '../../lib/use-call.ts'
import { FieldPair } from '../../ui/form/call-dialog.tsx'
import { FormDialog } from '../../ui/form/form-dialog.tsx'
import { FormFields } from '../../ui/form/form-fields.tsx'
import { toastDone } from '../../ui/toasts/toasts.ts'

/** What is edited: an offer, or a new one of a kind. */
export type EditedOffer = { kind: 'plan' | 'pack' } & Partial<ManagedPack>

// Plans and packs are checked alike.
const OfferForm = PackDraft.extend({
  credits: typedWhole(PackDraft.shape.credits),
  price: typedDollars(PackDraft.shape.price),
})

const labels = {
  plan: {
    lead: 'Those who are subscribed keep the price and the credits they began with.',
    credits: 'Credits a month',
    price: 'Price a month',
  },
  pack: { lead: undefined, credits: 'Credits', price: 'Price' },
}

type Offer = { name: string; credits: number; price: number; isActive: boolean }

function saveOffer({ kind, id }: EditedOffer, { credits, ...facts }: Offer): Promise<unknown> {
  if (kind === 'plan') {
    const body = { ...facts, monthlyCredits: credits }
    return id ? api.call(adminOffers.changePlan, { params: { id }, body }) : api.call(adminOffers.createPlan, { body })
  }
  const body = { ...facts, credits }
  return id ? api.call(adminOffers.changePack, { params: { id }, body }) : api.call(adminOffers.createPack, { body })
}

/** Edits a plan or a pack, or adds one. */
export function OfferDialog({
  edited,
  opened,
  onClose,
}: {
  edited: EditedOffer
  opened: boolean
  onClose: () => void
}) {
  const save = useMutation({
    mutationFn: (offer: Offer) => saveOffer(edited, offer),
    onSettled: useRefresh([adminOffers.listPlans, adminOffers.listPacks, billing.info]),
  })
  const { kind, id, name = '', credits, price, isActive = true } = edited
  const label = labels[kind]
  const initialValues = {
    name,
    credits: credits === undefined ? '' : String(credits),
    price: price ? dollarsOf(price.amount) : '',
    isActive,
  }
  const send = async (values: typeof initialValues) => {
    await save.mutateAsync(OfferForm.parse(values))
    toastDone(`${values.name} is saved`)
  }
  return (
    <FormDialog
      opened={opened}
      onClose={onClose}
      title={id ? `Edit ${name}` : `Add a ${kind}`}
      schema={OfferForm}
      initialValues={initialValues}
      call={save}
      send={send}
      lead={id && label.lead}
      submitLabel="Save"
    >
      {(form) => (
        <>
          <FormFields form={form} fields={[{ name: 'name', label: 'Name', maxLength: 50, 'data-autofocus': true }]} />
          <FieldPair>
            <FormFields
              form={form}
              fields={[
                { name: 'credits', label: label.credits, inputMode: 'numeric' },
                { name: 'price', label: label.price, leftSection: '$', inputMode: 'decimal' },
              ]}
            />
          </FieldPair>
          <FormFields form={form} fields={[{ name: 'isActive', kind: 'switch', label: 'On offer' }]} />
        </>
      )}
    </FormDialog>
  )
}

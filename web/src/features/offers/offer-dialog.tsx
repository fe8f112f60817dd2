import '@mantine/core/styles/Switch.layer.css'
import { PackDraft } from '@dooryard/contract/plans'
import { Switch, TextInput } from '@mantine/core'
import { dollarsOf, typedDollars, typedWhole } from '../../lib/typed.ts'
import { CallDialog, FieldPair } from '../../ui/form/call-dialog.tsx'
import { CallForm } from '../../ui/form/call-form.tsx'
import { useSchemaForm, useSingleFlight } from '../../ui/form/use-schema-form.ts'
import { toastDone } from '../../ui/toasts/toasts.ts'
import { type Offer, useSaveOffer } from './offers.data.ts'

/** What is edited: an offer, or a new one of a kind. */
export type EditedOffer = Pick<Offer, 'kind'> & Partial<Offer>

// Plans and packs are checked alike.
const Form = PackDraft.extend({
  credits: typedWhole(PackDraft.shape.credits),
  price: typedDollars(PackDraft.shape.price),
})

const initialOf = ({ name = '', credits, price, isActive = true }: EditedOffer) => ({
  name,
  credits: credits === undefined ? '' : String(credits),
  price: price === undefined ? '' : dollarsOf(price),
  isActive,
})

const words = {
  plan: {
    lead: 'Those who are subscribed keep the price and the credits they began with.',
    credits: 'Credits a month',
    price: 'Price a month',
  },
  pack: { lead: undefined, credits: 'Credits', price: 'Price' },
}

type OfferFormProps = {
  edited: EditedOffer
  save: ReturnType<typeof useSaveOffer>
  onCancel: () => void
  onDone: () => void
}

function OfferForm({ edited: { kind, id, ...edited }, save, onCancel, onDone }: OfferFormProps) {
  const singly = useSingleFlight()
  const form = useSchemaForm(Form, initialOf({ kind, ...edited }), () => save.isError && save.reset())
  const submit = form.submit((values) =>
    singly((land) => {
      const done = () => {
        toastDone(`${values.name} is saved`)
        onDone()
      }
      save.mutate({ ...Form.parse(values), kind, id }, { onSuccess: done, onError: form.showRefusal, onSettled: land })
    }),
  )
  const { lead, credits, price } = words[kind]
  return (
    <CallForm call={save} form={form} lead={id && lead} send="Save" onSubmit={submit} onCancel={onCancel}>
      <TextInput label="Name" maxLength={50} data-autofocus {...form.getInputProps('name')} />
      <FieldPair>
        <TextInput label={credits} inputMode="numeric" {...form.getInputProps('credits')} />
        <TextInput label={price} leftSection="$" inputMode="decimal" {...form.getInputProps('price')} />
      </FieldPair>
      <Switch label="On offer" {...form.getInputProps('isActive', { type: 'checkbox' })} />
    </CallForm>
  )
}

/** Edits a plan or a pack; open while there is one to edit. */
export function OfferDialog({ edited, onClose }: { edited: EditedOffer | undefined; onClose: () => void }) {
  const save = useSaveOffer()
  return (
    <CallDialog
      call={save}
      opened={edited !== undefined}
      onClose={onClose}
      title={edited?.id ? `Edit ${edited.name}` : `Add a ${edited?.kind ?? 'plan'}`}
      closeLabel="Cancel"
      closeOnClickOutside={false}
    >
      {(close) => edited && <OfferForm edited={edited} save={save} onCancel={close} onDone={onClose} />}
    </CallDialog>
  )
}

import type { NewLetterTemplate } from './letter-templates.ts'

type StarterTemplate = NewLetterTemplate & { about: string }

/** Texts to start from: plain, true for any sender, and without pressure. */
export const starterTemplates: readonly StarterTemplate[] = [
  {
    name: 'First letter',
    kind: 'LETTER',
    about: 'Introduces you and asks whether the owner would sell',
    text: `{{date}}

{{owner.greeting}},

My name is {{sender.name}}, and I buy homes in {{property.city|your area}}. I am writing to ask whether you would consider selling {{property.street}}.

I buy houses as they are. You would not need to repair, clean or show anything, and you would pay no agent's commission to me. If we agree on a price, you choose the closing date, and a title company handles the paperwork.

Maybe you have no plans to sell. In that case, please keep this letter in case that changes. You owe me no answer.

If you would like to talk, call or text me at {{sender.phone}}. I am glad to answer questions, also if you only want to know what your home might sell for.

Sincerely,

{{sender.name}}
{{sender.company}}

I got your name and address from public county records. If you do not want mail from me, tell me and I will not write again.`,
    backText: '',
  },
  {
    name: 'Follow-up letter',
    kind: 'LETTER',
    about: 'A short reminder, some weeks after the first letter',
    text: `{{date}}

{{owner.greeting}},

Some weeks ago I wrote to you about {{property.street}}. I am still interested in buying it, and I wanted to make sure that my letter reached you.

If you would like an offer, call or text me at {{sender.phone}}. I need about ten minutes of your time to make one. It is in writing, and you are free to decline it.

If selling is not for you, there is nothing to do.

Sincerely,

{{sender.name}}
{{sender.company}}

I got your name and address from public county records. If you do not want mail from me, tell me and I will not write again.`,
    backText: '',
  },
  {
    name: 'Postcard',
    kind: 'POSTCARD',
    about: 'A question on the front, and how to reach you on the back',
    text: `Would you sell {{property.street}}?

I would like to buy it as it is: no repairs, no showings, and you choose the closing date.

Call or text {{sender.name}}
{{sender.phone}}`,
    backText: `Hello {{owner.firstName|Neighbor}},

I buy homes in {{property.city|your area}}. If you would like an offer, please call or text {{sender.phone}}.

{{sender.name}}

No interest? Tell me, and I will not write again.`,
  },
]

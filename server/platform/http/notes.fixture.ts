import { endpoint, FileBody, SignedPayload } from '@dooryard/contract/api/endpoint'
import { PageQuery } from '@dooryard/contract/api/paging'
import { z } from 'zod'

const Note = z.object({ id: z.string(), text: z.string().max(50) })
export type Note = z.infer<typeof Note>

const writers = ['ENTERPRISE_USER'] as const
const NoteParams = z.object({ id: z.uuid('A note is its id') })
const NewNote = z.object({
  text: z.string().trim().min(1, 'A note needs text'),
  stars: z.int().max(5).optional(),
  tags: z.array(z.object({ name: z.string() })).optional(),
})

/** A small API that exercises every kind of call. */
export const notes = {
  hello: endpoint({
    method: 'GET',
    path: '/v1/hello',
    summary: 'Open to anyone',
    tag: 'Notes',
    access: 'ANYONE',
    response: z.object({ ipAddress: z.string(), userAgent: z.string() }),
  }),
  add: endpoint({
    method: 'POST',
    path: '/v1/notes',
    summary: 'Write a note',
    tag: 'Notes',
    access: writers,
    body: NewNote,
    response: Note,
    status: 201,
    idempotent: true,
  }),
  post: endpoint({
    method: 'POST',
    path: '/v1/notes/post',
    summary: 'Write a note and send it by post, which takes a while',
    tag: 'Notes',
    access: writers,
    body: NewNote,
    response: Note.extend({ inTransaction: z.boolean() }),
    status: 201,
    idempotent: 'outside',
  }),
  hear: endpoint({
    method: 'POST',
    path: '/v1/notes/signed',
    summary: 'What a sender signed, as it came',
    tag: 'Notes',
    access: 'ANYONE',
    body: SignedPayload,
    response: z.object({ text: z.string(), signature: z.string().optional() }),
  }),
  get: endpoint({
    method: 'GET',
    path: '/v1/notes/{id}',
    summary: 'One note',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    response: Note,
  }),
  // Declared after `get`, whose path would match it.
  count: endpoint({
    method: 'GET',
    path: '/v1/notes/count',
    summary: 'How many',
    tag: 'Notes',
    access: writers,
    response: z.object({ count: z.int() }),
  }),
  change: endpoint({
    method: 'PATCH',
    path: '/v1/notes/{id}',
    summary: 'Rewrite a note',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    body: NewNote,
    status: 204,
  }),
  echo: endpoint({
    method: 'GET',
    path: '/v1/echo',
    summary: 'The query as it was understood',
    tag: 'Notes',
    access: 'SIGNED_IN',
    query: PageQuery.extend({ tag: z.union([z.string(), z.array(z.string())]).optional() }),
    response: z.looseObject({}),
  }),
  sign: endpoint({
    method: 'POST',
    path: '/v1/notes/sign',
    summary: 'How a note would be signed',
    tag: 'Notes',
    access: writers,
    body: z.strictObject({ name: z.string().default('Anonymous'), title: z.string().optional() }),
    response: z.looseObject({}),
  }),
  measure: endpoint({
    method: 'POST',
    path: '/v1/measure',
    summary: 'How long a file is',
    tag: 'Notes',
    access: writers,
    body: FileBody,
    response: z.object({ bytes: z.int() }),
  }),
  ponder: endpoint({
    method: 'GET',
    path: '/v1/ponder',
    summary: 'Reads until its caller has gone',
    tag: 'Notes',
    access: 'ANYONE',
    query: z.object({ how: z.enum(['throws the reason', 'wraps the reason']) }),
    response: Note,
  }),
  export: endpoint({
    method: 'GET',
    path: '/v1/notes/export',
    summary: 'A file without an end',
    tag: 'Notes',
    access: 'ANYONE',
    answers: 'file',
    mediaType: 'text/csv',
  }),
  crash: endpoint({
    method: 'GET',
    path: '/v1/crash',
    summary: 'Fails',
    tag: 'Notes',
    access: 'ANYONE',
    response: Note,
  }),
  watch: endpoint({
    method: 'GET',
    path: '/v1/sse/notes/{id}',
    summary: 'A note, now and at every change',
    tag: 'Notes',
    access: writers,
    params: NoteParams,
    query: z.object({ token: z.string().optional() }),
    response: Note,
    answers: 'stream',
  }),
}

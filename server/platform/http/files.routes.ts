import { files } from '@dooryard/contract/files'
import { appError, notFound } from '../errors.ts'
import { readTicket } from '../tickets.ts'
import { handlers } from './handlers.ts'

export const fileRoutes = handlers(files, {
  get: async (ctx, { params }) => {
    const ticket = await readTicket(ctx, params.ticket)
    if (!ticket) throw appError('FORBIDDEN', 'This link has expired or is not valid. Please start the download again.')
    const { key, ...saved } = ticket
    if (!(await ctx.files.exists(key))) throw notFound('This file')
    return { ...saved, size: await ctx.files.size(key), body: ctx.files.read(key) }
  },
})

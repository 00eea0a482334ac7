import type { Static } from 'typebox'
import { same } from '#http/api/same'
import { shape } from '#http/api/shapes'
import type { toEndUser } from './end_user_transformer.js'

const { flag, moment, named, nullable, text, uuid } = shape

/** An end user (interface#44-licenses-api-key-path). */
export const EndUserShape = named(
  'EndUser',
  {
    id: uuid(),
    username: nullable(text()),
    email: nullable(text()),
    banned: flag(),
    createdAt: moment(),
  },
  'A person who holds licenses.'
)
same<ReturnType<typeof toEndUser>, Static<typeof EndUserShape>>(true)

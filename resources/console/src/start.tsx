import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider, type AnyRouter } from '@tanstack/react-router'
import '@fontsource-variable/inter/wght.css'
import '@fontsource-variable/jetbrains-mono/wght.css'
import './styles/tokens.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/floating.css'
import './styles/shell.css'
import './styles/layout.css'
import './styles/tables.css'
import './styles/entry.css'
import './styles/forced_colors.css'
import { reloadOnceForNewBuild } from './api/new_build'
import { queryClient } from './query_client'
import { followChoices } from './ui/kept_choice'
import { ignoreRepeats } from './ui/repeats'
import { Toasts } from './ui/toasts'

/** Renders the pages of a router, with the look that the user has chosen. */
export function start(router: AnyRouter) {
  followChoices()
  reloadOnceForNewBuild()
  ignoreRepeats()
  createRoot(document.getElementById('root')!).render(
    <StrictMode>
      <CSPProvider disableStyleElements>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
          <Toasts />
        </QueryClientProvider>
      </CSPProvider>
    </StrictMode>
  )
}

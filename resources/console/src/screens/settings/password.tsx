import { useRef } from 'react'
import { changePassword } from '../../api/my_account'
import { useWrite } from '../../api/writes'
import { Field } from '../../ui/field'
import { PanelForm } from '../../ui/panel_form'
import { toast } from '../../ui/toasts'

export function Password() {
  const form = useRef<HTMLFormElement>(null)
  const saved = useWrite(
    (body: { currentPassword: string; newPassword: string }, key) =>
      changePassword({ body: { ...body, useCookies: true }, key }),
    {
      done: () => {
        form.current?.reset()
        toast('Password changed. Other sessions have been signed out.')
      },
    }
  )
  const problems = saved.refusal?.fields ?? {}
  return (
    <PanelForm
      ref={form}
      title="Password"
      label="Change password"
      sent={saved}
      shown={['currentPassword', 'newPassword']}
      send={(typed) => {
        saved.write({ currentPassword: String(typed.get('current')), newPassword: String(typed.get('new')) })
      }}
    >
      <div className="form-row">
        <Field
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
          problem={problems.currentPassword}
        />
        <Field
          label="New password"
          name="new"
          type="password"
          autoComplete="new-password"
          required
          problem={problems.newPassword}
        />
      </div>
    </PanelForm>
  )
}

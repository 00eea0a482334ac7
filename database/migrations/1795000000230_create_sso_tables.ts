import { BaseSchema } from '@adonisjs/lucid/schema'

/** Sign-in through the identity provider of an org (contract/13-sso). */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create table sso_connections (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        type text not null check (type in ('saml', 'oidc')),
        -- Where the provider is, whom it lets in, with which role, for how long.
        settings jsonb not null,
        client_secret text,
        enforced boolean not null default false,
        -- Switched off by the operator.
        enabled boolean not null default true,
        last_test jsonb,
        -- When the metadata were last read at their address, and what went wrong.
        refreshed_at timestamptz(3),
        refresh_problem text,
        created_at timestamptz(3) not null,
        updated_at timestamptz(3) not null,
        constraint sso_connections_org unique (org_id)
      );

      create table sso_certificates (
        connection_id uuid not null references sso_connections (id) on delete cascade,
        fingerprint text not null,
        pem text not null,
        not_after timestamptz(3) not null,
        -- The end of its time has been announced.
        announced boolean not null default false,
        primary key (connection_id, fingerprint)
      );

      -- Sign-ins that have begun: a request of SAML by its ID, one of OpenID Connect by the hash of its state.
      create table sso_requests (
        id text primary key,
        connection_id uuid not null references sso_connections (id) on delete cascade,
        redirect_uri text not null,
        code_challenge text,
        -- The user who only tries the connection.
        tester_id uuid references users (id) on delete cascade,
        sealed_verifier text,
        nonce text,
        created_at timestamptz(3) not null,
        expires_at timestamptz(3) not null
      );
      create index sso_requests_expires on sso_requests (expires_at);
      create index sso_requests_connection on sso_requests (connection_id);
      create index sso_requests_tester on sso_requests (tester_id);

      create table sso_assertions (
        connection_id uuid not null references sso_connections (id) on delete cascade,
        assertion_id text not null,
        expires_at timestamptz(3) not null,
        primary key (connection_id, assertion_id)
      );
      create index sso_assertions_expires on sso_assertions (expires_at);

      create table sso_identities (
        connection_id uuid not null references sso_connections (id) on delete cascade,
        subject text not null,
        user_id uuid not null references users (id) on delete cascade,
        created_at timestamptz(3) not null,
        last_login_at timestamptz(3) not null,
        primary key (connection_id, subject)
      );
      create index sso_identities_user on sso_identities (user_id);

      create table sso_codes (
        code_hash text primary key,
        connection_id uuid not null references sso_connections (id) on delete cascade,
        user_id uuid not null references users (id) on delete cascade,
        code_challenge text not null,
        expires_at timestamptz(3) not null
      );
      create index sso_codes_expires on sso_codes (expires_at);
      create index sso_codes_connection on sso_codes (connection_id);
      create index sso_codes_user on sso_codes (user_id);

      -- What came of sign-ins, for the org.
      create table sso_logins (
        id uuid primary key,
        org_id uuid not null references orgs (id) on delete cascade,
        outcome text not null check (outcome in ('signed_in', 'tested', 'refused')),
        reason text,
        email text,
        user_id uuid,
        ip text,
        request_id text,
        created_at timestamptz(3) not null
      );
      create index sso_logins_org on sso_logins (org_id, id);
      create index sso_logins_created on sso_logins (created_at);

      -- OWNERs who came in by password although their org asks for SSO, once for each sign-in.
      create table sso_bypasses (
        org_id uuid not null references orgs (id) on delete cascade,
        session text not null,
        created_at timestamptz(3) not null,
        primary key (org_id, session)
      );
      create index sso_bypasses_created on sso_bypasses (created_at);

      -- A sign-in through SSO opens one org, and ends with its connection.
      alter table refresh_sessions
        add column sso_org_id uuid references orgs (id) on delete cascade,
        add column sso_connection_id uuid references sso_connections (id) on delete cascade,
        add column ends_at timestamptz(3);
      create index refresh_sessions_sso on refresh_sessions (sso_connection_id) where sso_connection_id is not null;
      create index refresh_sessions_sso_org on refresh_sessions (sso_org_id) where sso_org_id is not null;
      alter table login_challenges
        add column sso_connection_id uuid references sso_connections (id) on delete cascade,
        add column sso_org_id uuid references orgs (id) on delete cascade,
        add column ends_at timestamptz(3);
      create index login_challenges_sso on login_challenges (sso_connection_id) where sso_connection_id is not null;
      create index login_challenges_sso_org on login_challenges (sso_org_id) where sso_org_id is not null;
    `)
  }

  async down() {
    this.schema.raw(`
      alter table login_challenges drop column sso_connection_id, drop column sso_org_id, drop column ends_at;
      alter table refresh_sessions drop column sso_connection_id, drop column sso_org_id, drop column ends_at;
      drop table sso_bypasses, sso_logins, sso_codes, sso_identities, sso_assertions, sso_requests, sso_certificates,
        sso_connections;
    `)
  }
}

import { BaseSchema } from '@adonisjs/lucid/schema'

/**
 * Rate limits and nonces of a deployment without Redis (contract#stores). The windows live in an unlogged table:
 * they are worth nothing after a crash, and so cost no flush. Nonces do outlive a crash, but for the last
 * moments of asynchronous commit.
 *
 * `consume_limits` is the one round trip: it locks the windows in key order, so that callers with common
 * windows wait for each other and never deadlock; it counts in all of them or, when one is full, in none; and
 * only then claims the nonce. Answer: the position of the full window (0 for none), the milliseconds until it
 * opens, whether the nonce was fresh (null without one), and how much of each window is used.
 */
export default class extends BaseSchema {
  async up() {
    this.schema.raw(`
      create unlogged table rate_limits (
        key text primary key,
        used integer not null,
        until bigint not null
      ) with (fillfactor = 50);
      create index rate_limits_until on rate_limits (until);

      create table nonces (
        key text primary key,
        until bigint not null
      );
      create index nonces_until on nonces (until);

      create function consume_limits(
        keys text[], ceilings integer[], window_ms bigint, now_ms bigint, nonce text, nonce_ms bigint,
        out denied integer, out wait_ms bigint, out fresh boolean, out used integer[]
      ) language plpgsql as $$
      declare
        place integer;
        ends bigint;
        counted integer;
      begin
        denied := 0;
        wait_ms := 0;
        used := array_fill(0, array[cardinality(keys)]);
        for place in select t.n from unnest(keys) with ordinality as t (key, n) order by t.key loop
          insert into rate_limits as r (key, used, until)
            values (keys[place], 0, now_ms + window_ms)
            on conflict (key) do update set
              used = case when r.until <= now_ms then 0 else r.used end,
              until = case when r.until <= now_ms then now_ms + window_ms else r.until end
            returning r.used, r.until into counted, ends;
          used[place] := counted;
          if counted >= ceilings[place] and (denied = 0 or place < denied) then
            denied := place;
            wait_ms := ends - now_ms;
          end if;
        end loop;
        if denied > 0 then
          return;
        end if;
        update rate_limits r set used = r.used + 1 where r.key = any(keys);
        for place in 1 .. cardinality(keys) loop
          used[place] := used[place] + 1;
        end loop;
        if nonce is not null then
          perform set_config('synchronous_commit', 'off', true);
          insert into nonces as n (key, until) values (nonce, now_ms + nonce_ms)
            on conflict (key) do update set until = excluded.until where n.until <= now_ms;
          fresh := found;
        end if;
      end
      $$;
    `)
  }

  async down() {
    this.schema.raw(`
      drop function if exists consume_limits;
      drop table nonces, rate_limits;
    `)
  }
}

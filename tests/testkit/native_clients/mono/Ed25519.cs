// Stands in for BouncyCastle.Cryptography where the client for C# is tested without .NET: as much of it as the client uses,
// after RFC 8032. It is slow, and for tests alone.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Numerics;
using System.Security.Cryptography;

namespace Org.BouncyCastle.Crypto.Parameters
{
    public sealed class Ed25519PublicKeyParameters
    {
        internal readonly byte[] Bytes;

        public Ed25519PublicKeyParameters(byte[] bytes, int from)
        {
            Bytes = bytes.Skip(from).Take(32).ToArray();
        }
    }
}

namespace Org.BouncyCastle.Crypto.Signers
{
    using Org.BouncyCastle.Crypto.Parameters;

    public sealed class Ed25519Signer
    {
        private static readonly BigInteger P = BigInteger.Pow(2, 255) - 19;
        private static readonly BigInteger Order =
            BigInteger.Pow(2, 252) + BigInteger.Parse("27742317777372353535851937790883648493");
        private static readonly BigInteger D = Mod(-121665 * Inverse(121666));
        private static readonly BigInteger RootOfMinusOne = BigInteger.ModPow(2, (P - 1) / 4, P);

        private readonly List<byte> message = new List<byte>();
        private byte[] key;

        public void Init(bool forSigning, Ed25519PublicKeyParameters publicKey)
        {
            if (forSigning) throw new NotSupportedException();
            key = publicKey.Bytes;
        }

        public void BlockUpdate(byte[] bytes, int from, int count) => message.AddRange(bytes.Skip(from).Take(count));

        public bool VerifySignature(byte[] signature)
        {
            var r = signature.Take(32).ToArray();
            Point a, rPoint;
            if (!Point.TryRead(key, out a) || !Point.TryRead(r, out rPoint)) return false;
            var s = Number(signature.Skip(32));
            if (s >= Order) return false;
            BigInteger h;
            using (var sha512 = SHA512.Create()) h = Number(sha512.ComputeHash(r.Concat(key).Concat(message).ToArray())) % Order;
            var y = Mod(4 * Inverse(5));
            BigInteger x;
            Point.TryFindX(y, 0, out x);
            return Point.At(x, y).Times(s).Equals(rPoint.Plus(a.Times(h)));
        }

        private static BigInteger Mod(BigInteger value)
        {
            value %= P;
            return value < 0 ? value + P : value;
        }

        private static BigInteger Inverse(BigInteger value) => BigInteger.ModPow(value, P - 2, P);

        private static BigInteger Number(IEnumerable<byte> littleEndian) =>
            new BigInteger(littleEndian.Concat(new byte[] { 0 }).ToArray());

        /// <summary>A point of the curve in extended coordinates.</summary>
        private sealed class Point
        {
            private BigInteger X, Y, Z, T;

            public static Point At(BigInteger x, BigInteger y) => new Point { X = x, Y = y, Z = 1, T = Mod(x * y) };

            public static bool TryRead(byte[] bytes, out Point point)
            {
                point = null;
                var copy = (byte[])bytes.Clone();
                copy[31] &= 127;
                var y = Number(copy);
                BigInteger x;
                if (y >= P || !TryFindX(y, bytes[31] >> 7, out x)) return false;
                point = At(x, y);
                return true;
            }

            public static bool TryFindX(BigInteger y, int sign, out BigInteger x)
            {
                var square = Mod((y * y - 1) * Inverse(Mod(D * y * y + 1)));
                x = BigInteger.ModPow(square, (P + 3) / 8, P);
                if (Mod(x * x - square) != 0) x = Mod(x * RootOfMinusOne);
                if (Mod(x * x - square) != 0) return false;
                if ((int)(x % 2) != sign) x = P - x;
                return true;
            }

            public Point Plus(Point other)
            {
                BigInteger a = Mod((Y - X) * (other.Y - other.X)), b = Mod((Y + X) * (other.Y + other.X));
                BigInteger c = Mod(2 * T * other.T * D), d = Mod(2 * Z * other.Z);
                BigInteger e = b - a, f = d - c, g = d + c, h = b + a;
                return new Point { X = Mod(e * f), Y = Mod(g * h), Z = Mod(f * g), T = Mod(e * h) };
            }

            public Point Times(BigInteger factor)
            {
                Point sum = At(0, 1), power = this;
                for (; factor > 0; factor >>= 1, power = power.Plus(power))
                {
                    if (!factor.IsEven) sum = sum.Plus(power);
                }
                return sum;
            }

            public bool Equals(Point other) => Mod(X * other.Z - other.X * Z) == 0 && Mod(Y * other.Z - other.Y * Z) == 0;
        }
    }
}

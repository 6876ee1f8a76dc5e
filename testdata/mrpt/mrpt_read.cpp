// mrpt_read FILE.hex [-o OUT.hex]: reads a hex file holding a serialised MRPT
// object, a GenericObservation message, or a whole MVSim frame; lets MRPT
// decode it and prints JSON. -o writes the bare object. Exit code 0 only if
// MRPT read it as an observation and used every byte.
// mrpt_read --rawlog FILE.rawlog: the observations of a rawlog, as a JSON list.
// Exit code 0 only if all were read up to the end of the file.
#include <mrpt/io/CFileGZInputStream.h>
#include <mrpt/io/CMemoryStream.h>
#include <mrpt/serialization/CArchive.h>
#include <mrpt/serialization/CSerializable.h>
#include <mrpt/system/os.h>

#include <cctype>
#include <cstring>
#include <fstream>
#include <iostream>
#include <sstream>

#include "dump.h"

using Bytes = std::vector<uint8_t>;

static Bytes fromHex(const std::string& text)
{
    Bytes r;
    int hi = -1;
    for (unsigned char c : text)
    {
        if (std::isspace(c)) continue;
        if (!std::isxdigit(c)) throw std::runtime_error("not a hex file");
        const int d = std::isdigit(c) ? c - '0' : std::tolower(c) - 'a' + 10;
        if (hi < 0)
            hi = d;
        else
        {
            r.push_back(uint8_t(hi * 16 + d));
            hi = -1;
        }
    }
    if (hi >= 0) throw std::runtime_error("odd number of hex digits");
    return r;
}

static bool headerAt(const Bytes& b, size_t p, std::string& name, int& version)
{
    if (p >= b.size() || !(b[p] & 0x80)) return false;
    const size_t n = b[p] & 0x7f;
    if (n < 3 || n > 120 || p + 1 + n >= b.size()) return false;
    name.assign(b.begin() + p + 1, b.begin() + p + 1 + n);
    for (unsigned char c : name)
        if (!std::isalnum(c) && c != ':' && c != '_') return false;
    version = b[p + 1 + n];
    return true;
}

static uint32_t u32(const Bytes& b, size_t p)
{
    if (p + 4 > b.size()) throw std::runtime_error("frame too short");
    return b[p] | b[p + 1] << 8 | b[p + 2] << 16 | uint32_t(b[p + 3]) << 24;
}

struct Wrapper
{
    bool found = false;
    double unixTime = 0;
    std::string source;
};

// Splits a GenericObservation message: fields 1 (double), 2 and 3 (bytes).
static Bytes unwrapMessage(const Bytes& b, Wrapper& w)
{
    Bytes object;
    size_t p = 0;
    auto varint = [&]() {
        uint64_t v = 0;
        for (int shift = 0;; shift += 7)
        {
            if (p >= b.size() || shift > 63) throw std::runtime_error("bad protobuf varint");
            v |= uint64_t(b[p] & 0x7f) << shift;
            if (!(b[p++] & 0x80)) return v;
        }
    };
    while (p < b.size())
    {
        const uint64_t tag = varint();
        if (tag == (1 << 3 | 1))
        {
            if (p + 8 > b.size()) throw std::runtime_error("bad protobuf double");
            std::memcpy(&w.unixTime, &b[p], 8);
            p += 8;
        }
        else if (tag == (2 << 3 | 2) || tag == (3 << 3 | 2))
        {
            const uint64_t n = varint();
            if (n > b.size() - p) throw std::runtime_error("bad protobuf length");
            if (tag >> 3 == 2)
                w.source.assign(b.begin() + p, b.begin() + p + n);
            else
                object.assign(b.begin() + p, b.begin() + p + n);
            p += n;
        }
        else
            throw std::runtime_error("not a GenericObservation message");
    }
    w.found = true;
    return object;
}

static Bytes unwrap(const Bytes& b, Wrapper& w)
{
    std::string name;
    int version;
    if (headerAt(b, 0, name, version)) return b;
    const std::string type = "mvsim_msgs.GenericObservation";
    if (b.size() > 4 && u32(b, 0) == type.size() && std::equal(type.begin(), type.end(), b.begin() + 4))
    {
        const size_t p = 4 + type.size(), n = u32(b, p);
        if (p + 4 + n > b.size()) throw std::runtime_error("frame payload too short");
        return unwrapMessage(Bytes(b.begin() + p + 4, b.begin() + p + 4 + n), w);
    }
    return unwrapMessage(b, w);
}

static int readRawlog(const char* path)
{
    mrpt::io::CFileGZInputStream file;
    if (!file.open(path)) throw std::runtime_error(std::string("cannot open ") + path);
    auto arch = mrpt::serialization::archiveFrom(file);
    std::string all;
    // The stream knows its end only after a read fails, so the failure has to be at an object's start.
    while (!file.checkEOF())
    {
        mrpt::serialization::CSerializable::Ptr obj;
        try
        {
            obj = arch.ReadObject();
        }
        catch (const mrpt::serialization::CExceptionEOF&)
        {
            break;
        }
        auto obs = std::dynamic_pointer_cast<mrpt::obs::CObservation>(obj);
        if (!obs) throw std::runtime_error("decoded, but not an observation");
        dump::Json j;
        j.open("");
        dump::observation(j, *obs);
        j.close();
        all += (all.empty() ? "" : ",\n") + j.out;
    }
    std::cout << "[" << all << "]\n";
    return 0;
}

int main(int argc, char** argv)
{
    if (argc == 3 && std::string(argv[1]) == "--rawlog")
    {
        try
        {
            return readRawlog(argv[2]);
        }
        catch (const std::exception& e)
        {
            std::cerr << "mrpt_read: " << e.what() << "\n";
            return 1;
        }
    }
    if (argc != 2 && !(argc == 4 && std::string(argv[2]) == "-o"))
    {
        std::cerr << "usage: mrpt_read FILE.hex [-o OBJECT.hex] | --rawlog FILE.rawlog\n";
        return 2;
    }
    try
    {
        std::ifstream in(argv[1]);
        if (!in) throw std::runtime_error(std::string("cannot open ") + argv[1]);
        std::stringstream text;
        text << in.rdbuf();
        Wrapper w;
        const Bytes b = unwrap(fromHex(text.str()), w);
        if (argc == 4) std::ofstream(argv[3]) << dump::hexOf(b.data(), b.size()) << "\n";

        mrpt::serialization::CSerializable::Ptr obj;
        mrpt::serialization::OctetVectorToObject(b, obj);
        auto obs = std::dynamic_pointer_cast<mrpt::obs::CObservation>(obj);
        if (!obs) throw std::runtime_error("decoded, but not an observation");

        // How much of the input was used, and does MRPT write the same bytes?
        mrpt::io::CMemoryStream mem(b.data(), b.size());
        mem.Seek(0);
        {
            auto arch = mrpt::serialization::archiveFrom(mem);
            arch.ReadObject();
        }
        const size_t used = size_t(mem.getPosition());
        Bytes again;
        mrpt::serialization::ObjectToOctetVector(obs.get(), again);

        dump::Json j;
        j.open("");
        if (w.found)
        {
            j.open("wrapper");
            j.f64("unix_timestamp", w.unixTime);
            j.str("source", w.source);
            j.close();
        }
        j.str("reader", mrpt::system::MRPT_getVersion());
        j.i64("bytes_used", (long long)used);
        j.flag("rewrites_identically", again == b);
        std::string name, all;
        int version;
        for (size_t p = 0; p < b.size(); p++)
            if (headerAt(b, p, name, version) && name.rfind("mrpt::", 0) == 0)
                all += (all.empty() ? "" : ", ") + name + " v" + std::to_string(version);
        j.str("objects", all);
        j.i64("bytes", (long long)b.size());
        dump::observation(j, *obs);
        j.close();
        std::cout << j.out << "\n";
        return used == b.size() ? 0 : 1;
    }
    catch (const std::exception& e)
    {
        std::cerr << "mrpt_read: " << e.what() << "\n";
        return 1;
    }
}
